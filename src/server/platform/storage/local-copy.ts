import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from './file-store.ts'
import { FolderStore } from './folder-store.ts'

/**
 * Returns a folder of this machine that has the stored file, for programs that read files themselves. A file never changes,
 * so a copy is made once.
 * @param cacheFolder for the copies of files that are stored elsewhere
 */
export async function findLocalFolder(store: FileStore, cacheFolder: string, name: string): Promise<string> {
  if (store.folder !== null) return store.folder
  if (name === '' || (await new FolderStore(cacheFolder).stat(name))) return cacheFolder
  const bytes = await store.open(name)
  if (!bytes) return cacheFolder
  await mkdir(cacheFolder, { recursive: true, mode: 0o700 })
  const partial = join(cacheFolder, `${randomBytes(16).toString('hex')}.part`)
  try {
    await pipeline(bytes, createWriteStream(partial, { mode: 0o600 }))
    await rename(partial, join(cacheFolder, name))
  } finally {
    await rm(partial, { force: true })
  }
  return cacheFolder
}
