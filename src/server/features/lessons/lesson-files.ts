import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '#contract/errors.ts'
import { uploadPath } from '#contract/paths.ts'
import { detectFileType, LESSON_FILE_NAME, LESSON_FILE_TYPES } from './lesson-file-type.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { getErrorCode } from '#server/platform/error-code.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { syncFolder } from '#server/platform/storage/sync-folder.ts'
import type { DiskSpace } from '#server/platform/storage/disk-space.ts'
import { tidyFiles } from '#server/platform/storage/tidy-files.ts'
import { touchFiles } from '#server/platform/storage/touch-files.ts'
import { findUsedLessonFiles } from './remove-unused-lesson-files.ts'
import { getFileSize, removeAfterFatalError, storeUpload } from './store-upload.ts'
import { getUnfinishedFolder, UPLOAD_NAME } from './unfinished-uploads.ts'
import { UploadMover } from './upload-mover.ts'
import { createTooLongError, writePart } from './write-part.ts'

/** Less than a stopping server waits for its requests, and than proxies wait for an answer. */
const ANSWER_WITHIN_MS = 8_000

export const createMissingFileError = () =>
  new AppError('invalid_input', { text: 'A lesson’s file no longer exists. Upload it again.' })

const getFileName = (url: string) => url.slice(uploadPath('').length)

export interface UploadState {
  /** Bytes received. The last one counts only when the file is stored. */
  offset: number
  size: number
  /** Not a video or captions, but a file lesson's. */
  isDocument: boolean
  /** Name of the finished file, null before. */
  file: string | null
}

export interface LessonFileLimits {
  /** A client asks again after this time while the file is being stored. */
  answerWithinMs?: number
  /** Of a process that was killed while it stored a file. */
  lockLifetimeMs?: number
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
  readonly #mover: UploadMover
  readonly #answerWithinMs: number
  /** Parts being received now, by upload. */
  readonly #incoming = new Map<string, { abort: () => void; settled: Promise<unknown> }>()

  constructor(
    folder: string,
    store: FileStore,
    disk: Pick<DiskSpace, 'claim' | 'requireFree'>,
    { answerWithinMs = ANSWER_WITHIN_MS, lockLifetimeMs }: LessonFileLimits = {},
  ) {
    this.#store = store
    this.#disk = disk
    this.#answerWithinMs = answerWithinMs
    this.#unfinishedPath = getUnfinishedFolder(folder)
    this.#mover = new UploadMover(this.#unfinishedPath, lockLifetimeMs)
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

  /** Null when the user has no such upload. Stores one whose server stopped after the last byte. */
  async getState(userId: number, name: string): Promise<UploadState | null> {
    const state = await this.#find(userId, name)
    if (!state || state.file || state.offset < state.size) return state
    await this.#abortActivePart(name)
    return this.#finish(userId, name)
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
    const work = this.#receivePart(userId, name, part)
    const incoming = { abort: () => part.bytes.destroy(), settled: work.catch(() => null) }
    this.#incoming.set(name, incoming)
    const state = await work.finally(() => {
      if (this.#incoming.get(name) === incoming) this.#incoming.delete(name)
    })
    const now = state.offset < state.size ? state : await this.#finish(userId, name)
    // Another request has canceled it.
    if (!now) throw new AppError('upload_moved_on')
    return now
  }

  async #receivePart(userId: number, name: string, part: Part): Promise<UploadState> {
    const state = await this.#find(userId, name)
    if (!state) throw new AppError('file_not_found')
    const isComplete = state.offset === state.size
    if (part.offset !== (isComplete ? state.size - 1 : state.offset)) throw new AppError('upload_moved_on')
    // Checked before reading: aborting a request that is being read would lose the response.
    if (part.offset + part.length > state.size) throw createTooLongError()
    if (isComplete) {
      // The last byte again, from a client that waits until the file is stored.
      part.bytes.resume()
      return state
    }
    const path = join(this.#unfinishedPath, name)
    const file = await open(path, 'r+').catch(rejectMissing)
    try {
      await this.#disk.requireFree(part.length || state.size - state.offset)
      const now = { ...state, offset: await writePart(file, part.bytes, state) }
      if (now.offset < now.size) await detectFileType(file, now)
      return now
    } catch (failure) {
      await removeAfterFatalError(path, failure)
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

  /**
   * Stores a complete upload. When that takes longer than a request may, it goes on in the background, and the state lacks
   * the last byte: a client sends it again and again until the file is stored.
   */
  async #finish(userId: number, name: string): Promise<UploadState | null> {
    const until = performance.now() + this.#answerWithinMs
    for (;;) {
      const state = await this.#find(userId, name)
      if (!state || state.file || state.offset < state.size) return state
      const msLeft = until - performance.now()
      if (msLeft <= 0) return { ...state, offset: state.size - 1 }
      const path = join(this.#unfinishedPath, name)
      await this.#mover.moveWithin(name, msLeft, () => storeUpload({ path, store: this.#store, ...state }))
    }
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
    await tidyFiles(async () => {
      const used = await findUsedLessonFiles(db, names)
      for (const name of names) if (!used.has(name)) await this.#store.remove(name)
    })
  }

  /** Returns the URLs of missing files. */
  async markInUse(urls: readonly string[]): Promise<string[]> {
    return (await touchFiles(this.#store, urls.map(getFileName))).map(uploadPath)
  }
}

/** Another request has finished or canceled an upload that is missing. */
const rejectMissing = (cause: unknown) =>
  Promise.reject(getErrorCode(cause) === 'ENOENT' ? new AppError('upload_moved_on', { cause }) : cause)
