import type { FileStore } from './file-store.ts'

/** A store may answer slowly. */
const TOUCHES_AT_ONCE = 8

/** Marks files as new, because cleanup removes old ones that nothing names. Returns the names of missing files. */
export async function touchFiles(store: FileStore, names: readonly string[]): Promise<string[]> {
  const unique = [...new Set(names)]
  const missing: string[] = []
  for (let at = 0; at < unique.length; at += TOUCHES_AT_ONCE) {
    const batch = unique.slice(at, at + TOUCHES_AT_ONCE)
    const found = await Promise.all(batch.map((name) => store.touch(name)))
    missing.push(...batch.filter((_name, index) => !found[index]))
  }
  return missing
}
