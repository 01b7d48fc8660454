import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

const VIDEOS = join(PROJECT_ROOT, 'assets/demo')

/** By the lesson's `clip`. */
export type DemoVideos = ReadonlyMap<string, { url: string; seconds: number }>

/** Copies the videos into the uploads folder, named after their content as every upload is. */
export function copyVideos(folder: string): DemoVideos {
  const lengths = JSON.parse(readFileSync(join(VIDEOS, 'clips.json'), 'utf8')) as Record<string, { seconds: number }>
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const copied = new Map<string, { url: string; seconds: number }>()
  for (const [name, { seconds }] of Object.entries(lengths)) {
    const source = join(VIDEOS, `${name}.webm`)
    const fileName = `${createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 32)}.webm`
    copyFileSync(source, join(folder, fileName))
    copied.set(name, { url: `/uploads/${fileName}`, seconds })
  }
  return copied
}
