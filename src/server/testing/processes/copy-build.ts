import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

/** The built product without its sources, as in the image, in whose server each pattern is replaced. */
export function copyBuild(folder: string, replacements: readonly (readonly [pattern: RegExp, text: string])[]): void {
  for (const name of ['package.json', 'scripts', 'dist'])
    cpSync(join(PROJECT_ROOT, name), join(folder, name), { recursive: true })
  for (const name of ['node_modules', 'migrations', 'assets']) symlinkSync(join(PROJECT_ROOT, name), join(folder, name))
  for (const [pattern, text] of replacements) replaceIn(join(folder, 'dist/server/assets'), pattern, text)
}

function replaceIn(folder: string, pattern: RegExp, text: string): void {
  let isFound = false
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.js'))) {
    const before = readFileSync(join(folder, name), 'utf8')
    const after = before.replaceAll(pattern, text)
    if (after === before) continue
    isFound = true
    writeFileSync(join(folder, name), after)
  }
  if (!isFound) throw new Error(`The built server has no ${pattern.source}`)
}
