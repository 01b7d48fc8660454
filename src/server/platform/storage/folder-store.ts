import { mkdir, open, opendir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { getErrorCode } from '#server/platform/error-code.ts'
import type { FileStore, ReadOptions, StoredFile } from './file-store.ts'
import { syncFolder } from './sync-folder.ts'

/** A file that is being written. Its name ends so until it is complete. */
export const PARTIAL_SUFFIX = '.part'

function toNullWhenMissing(error: unknown): null {
  if (getErrorCode(error) === 'ENOENT') return null
  throw error
}

/** Files in a folder of this machine, or of a network drive that several servers share. */
export class FolderStore implements FileStore {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  async *list(prefix = ''): AsyncGenerator<StoredFile> {
    const folder = await opendir(join(this.folder, prefix)).catch(toNullWhenMissing)
    if (!folder) return
    for await (const entry of folder) {
      const file = entry.isFile() ? await this.stat(prefix + entry.name) : null
      if (file) yield file
    }
  }

  async stat(name: string): Promise<StoredFile | null> {
    const found = await stat(join(this.folder, name)).catch(toNullWhenMissing)
    return found?.isFile() ? { name, size: found.size, modifiedAt: found.mtimeMs } : null
  }

  async open(name: string, { range, chunkBytes }: ReadOptions = {}): Promise<Readable | null> {
    try {
      const file = await open(join(this.folder, name), 'r')
      return file.createReadStream({ ...range, ...(chunkBytes && { highWaterMark: chunkBytes }) })
    } catch (error) {
      return toNullWhenMissing(error)
    }
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path + PARTIAL_SUFFIX, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await this.#rename(path + PARTIAL_SUFFIX, path)
  }

  async moveIn(path: string, name: string): Promise<void> {
    const target = join(this.folder, name)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await this.#rename(path, target)
    await syncFolder(dirname(path))
  }

  async touch(name: string): Promise<boolean> {
    const now = new Date()
    const touched = await utimes(join(this.folder, name), now, now).then(() => true, toNullWhenMissing)
    return touched ?? false
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true })
  }

  async #rename(from: string, to: string): Promise<void> {
    await rename(from, to)
    await syncFolder(dirname(to))
  }
}
