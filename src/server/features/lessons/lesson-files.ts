import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { uploadPath } from '#contract/paths.ts'
import { detectFileType, LESSON_FILE_NAME, LESSON_FILE_TYPES, type LessonFileType } from './lesson-file-type.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { syncFolder } from '#server/platform/storage/sync-folder.ts'
import type { DiskSpace } from '#server/platform/storage/disk-space.ts'
import { findUsedLessonFiles } from './remove-unused-lesson-files.ts'
import { getUnfinishedFolder, UPLOAD_NAME } from './unfinished-uploads.ts'
import { createTooLongError, writePart } from './write-part.ts'

/** Errors after which an unfinished upload is removed. */
const FATAL_UPLOAD_ERRORS: readonly ErrorCode[] = ['not_a_lesson_file', 'too_large']

export const createMissingFileError = () =>
  new AppError('invalid_input', { text: 'A lesson’s file no longer exists. Upload it again.' })

const getFileName = (url: string) => url.slice(uploadPath('').length)

export interface UploadState {
  /** Bytes written to disk. */
  offset: number
  size: number
  /** Not a video or captions, but a file lesson's. */
  isDocument: boolean
  /** Name of the finished file, null before. */
  file: string | null
}

interface Part {
  /** Where the sender expects it to begin. */
  offset: number
  /** From Content-Length, or 0. */
  length: number
  bytes: Readable
}

/**
 * Uploads of lesson videos, captions and documents in parts. Unfinished files are in a folder of this machine and move into the
 * store when they are complete. There is no other state, so any server sharing the folder can continue any upload.
 */
export class LessonFiles {
  readonly #store: FileStore
  readonly #unfinishedPath: string
  readonly #disk: Pick<DiskSpace, 'claim' | 'requireFree'>
  /** Parts being received now, by upload. */
  readonly #incoming = new Map<string, { abort: () => void; settled: Promise<unknown> }>()

  constructor(folder: string, store: FileStore, disk: Pick<DiskSpace, 'claim' | 'requireFree'>) {
    this.#store = store
    this.#disk = disk
    this.#unfinishedPath = getUnfinishedFolder(folder)
    mkdirSync(this.#unfinishedPath, { recursive: true, mode: 0o700 })
  }

  /** Returns the new upload's name. */
  async create(userId: number, size: number, isDocument: boolean): Promise<string> {
    const name = `${randomBytes(16).toString('hex')}-${userId}-${size}${isDocument ? '-document' : ''}`
    // The file's name counts its bytes as pending.
    await this.#disk.claim(size, async () => {
      const file = await open(join(this.#unfinishedPath, name), 'wx', 0o600)
      await file.close()
    })
    await syncFolder(this.#unfinishedPath)
    return name
  }

  /** Null when the user has no such upload. */
  async getState(userId: number, name: string): Promise<UploadState | null> {
    const state = await this.#find(userId, name)
    if (!state || state.file || state.offset < state.size) return state
    // The server stopped between the last byte and the rename: an empty part finishes the upload.
    await this.#abortActivePart(name)
    const now = await this.#find(userId, name)
    return now?.file ? now : this.#appendPart(userId, name, { offset: state.size, length: 0, bytes: Readable.from([]) })
  }

  /** Finds unfinished and finished uploads. */
  async #find(userId: number, name: string): Promise<UploadState | null> {
    const [, id, owner, size, document] = UPLOAD_NAME.exec(name) ?? []
    if (id === undefined || Number(owner) !== userId) return null
    const totalSize = Number(size)
    const isDocument = document !== undefined
    const offset = await getFileSize(join(this.#unfinishedPath, name))
    if (offset !== null) return { offset, size: totalSize, isDocument, file: null }
    for (const extension of LESSON_FILE_TYPES) {
      const file = `${id}.${extension}`
      if ((await this.#store.stat(file))?.size === totalSize)
        return { offset: totalSize, size: totalSize, isDocument, file }
    }
    return null
  }

  /** Bytes received before the connection breaks stay on disk. */
  async appendPart(userId: number, name: string, part: Part): Promise<UploadState> {
    // A client that reconnects must not wait until the server notices that the old connection is dead.
    await this.#abortActivePart(name)
    const work = this.#appendPart(userId, name, part)
    const incoming = { abort: () => part.bytes.destroy(), settled: work.catch(() => null) }
    this.#incoming.set(name, incoming)
    try {
      return await work
    } finally {
      if (this.#incoming.get(name) === incoming) this.#incoming.delete(name)
    }
  }

  async #appendPart(userId: number, name: string, part: Part): Promise<UploadState> {
    const state = await this.#find(userId, name)
    if (!state) throw new AppError('file_not_found')
    if (state.offset !== part.offset || state.file) throw new AppError('upload_moved_on')
    // Checked before reading: aborting a request that is being read would lose the response.
    if (part.offset + part.length > state.size) throw createTooLongError()
    const path = join(this.#unfinishedPath, name)
    const file = await open(path, 'r+').catch(rejectAsConflict)
    try {
      await this.#disk.requireFree(part.length || state.size - state.offset)
      const now = { ...state, offset: await writePart(file, part.bytes, state) }
      const type = await detectFileType(file, now)
      return type !== null && now.offset === now.size ? { ...now, file: await this.#moveToFinished(name, type) } : now
    } catch (failure) {
      if (failure instanceof AppError && FATAL_UPLOAD_ERRORS.includes(failure.code)) await rm(path, { force: true })
      throw failure
    } finally {
      await file.close()
    }
  }

  async #abortActivePart(name: string): Promise<void> {
    for (let part = this.#incoming.get(name); part; part = this.#incoming.get(name)) {
      part.abort()
      await part.settled
    }
  }

  async #moveToFinished(name: string, type: LessonFileType): Promise<string> {
    const file = `${name.slice(0, 32)}.${type}`
    const path = join(this.#unfinishedPath, name)
    await this.#store.moveIn(path, file).catch(async (cause: unknown) => {
      if ((await getFileSize(path)) === null) return rejectAsConflict(cause)
      throw cause
    })
    return file
  }

  /** Returns false when the user has no such unfinished upload. */
  async cancel(userId: number, name: string): Promise<boolean> {
    const state = await this.#find(userId, name)
    if (!state || state.file) return false
    await this.#abortActivePart(name)
    await rm(join(this.#unfinishedPath, name), { force: true })
    return true
  }

  /** Removes the files at these URLs that no lesson names any more. */
  async removeIfUnused(db: Db, urls: readonly string[]): Promise<void> {
    const names = urls.map(getFileName).filter((name) => LESSON_FILE_NAME.test(name))
    const used = await findUsedLessonFiles(db, names)
    for (const name of names) if (!used.has(name)) await this.#store.remove(name)
  }

  /** Marks files as new, because cleanup removes old ones that no lesson names. Returns the URLs of missing files. */
  async markInUse(urls: readonly string[]): Promise<string[]> {
    const missing: string[] = []
    for (const url of new Set(urls)) if (!(await this.#store.touch(getFileName(url)))) missing.push(url)
    return missing
  }
}

/** Another request has finished or canceled the upload. */
const rejectAsConflict = (cause: unknown) => Promise.reject(new AppError('upload_moved_on', { cause }))

async function getFileSize(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? found.size : null
}
