import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

const ASSETS = join(PROJECT_ROOT, 'assets/demo')

export interface DemoFiles {
  /** The uploads folder. */
  folder: string
  /** By the lesson's `clip`. */
  videos: ReadonlyMap<string, { url: string; seconds: number }>
  /** URLs by the lesson's `file`. */
  documents: ReadonlyMap<string, string>
}

/** Copies videos and documents into the uploads folder, named after their content as every upload is. */
export function copyDemoFiles(folder: string): DemoFiles {
  const lengths = JSON.parse(readFileSync(join(ASSETS, 'clips.json'), 'utf8')) as Record<string, { seconds: number }>
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const copy = (name: string): string => {
    const source = join(ASSETS, name)
    const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 32)
    copyFileSync(source, join(folder, `${hash}${extname(name)}`))
    return `/uploads/${hash}${extname(name)}`
  }
  return {
    folder,
    videos: new Map(
      Object.entries(lengths).map(([clip, { seconds }]) => [clip, { url: copy(`${clip}.webm`), seconds }]),
    ),
    documents: new Map(
      readdirSync(ASSETS)
        .filter((name) => name.endsWith('.pdf'))
        .map((name) => [name, copy(name)]),
    ),
  }
}
