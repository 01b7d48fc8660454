import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, rename, rm, stat, statfs, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { uploadPath } from '#contract/paths.ts'
import { type LessonFileType, detectFileType } from './lesson-file-type.ts'
import { syncFolder } from '#server/platform/storage/sync-folder.ts'
import { createDiskFullError, createTooLongError, writePart } from './write-part.ts'

const EXTENSIONS = ['webm', 'mp4', 'vtt'] as const
/** After these what has come of an upload is of no use, and goes. */
const FATAL_UPLOAD_ERRORS: readonly ErrorCode[] = ['not_a_lesson_file', 'too_large']
/** An upload's name says all that is to be known of it: the file's name to be, whose it is, and how many bytes it will have. */
const UPLOAD_NAME = /^([0-9a-f]{32})-([1-9]\d{0,14})-([1-9]\d{0,9})$/
export const LESSON_FILE_NAME = /^[0-9a-f]{32}\.(webm|mp4|vtt)$/

export const getUnfinishedFolder = (folder: string) => join(folder, 'unfinished')

const getFileName = (url: string) => url.slice(uploadPath('').length)

export interface UploadState {
  /** Bytes that have lasted. */
  offset: number
  size: number
  /** The finished file's name. */
  file: string | null
}

interface Part {
  /** How many bytes its sender believes to be there already. */
  offset: number
  /** Of the part, as far as its sender says; 0 where not. */
  length: number
  bytes: Readable
}

/**
 * Lessons' videos and captions as they come in, in as many parts as it takes. Unfinished ones are in a folder beside
 * the finished ones, so that finishing is a change of name. Nothing else is kept of them, so every server that shares
 * the folder can go on with any of them.
 */
export class LessonFiles {
  readonly #folder: string
  readonly #unfinishedPath: string
  /** Uploads that a part is coming in for, with the way to cut it off. */
  readonly #incoming = new Map<string, { abort: () => void; settled: Promise<unknown> }>()

  constructor(folder: string) {
    this.#folder = folder
    this.#unfinishedPath = getUnfinishedFolder(folder)
    mkdirSync(this.#unfinishedPath, { recursive: true, mode: 0o700 })
  }

  /** Begins an upload and gives its name. */
  async create(userId: number, size: number): Promise<string> {
    const { bavail, bsize } = await statfs(this.#unfinishedPath)
    if (size > bavail * bsize) throw createDiskFullError()
    const name = `${randomBytes(16).toString('hex')}-${userId}-${size}`
    const file = await open(join(this.#unfinishedPath, name), 'wx', 0o600)
    await file.close()
    await syncFolder(this.#unfinishedPath)
    return name
  }

  /** How far an upload is; null for none of this user's. */
  async getState(userId: number, name: string): Promise<UploadState | null> {
    const state = await this.#find(userId, name)
    if (!state || state.file || state.offset < state.size) return state
    // All of it came, and then the server went: an empty part finishes it.
    await this.#abortActivePart(name)
    const now = await this.#find(userId, name)
    return now?.file ? now : this.#appendPart(userId, name, { offset: state.size, length: 0, bytes: Readable.from([]) })
  }

  /** One that is finished stays known by its file. */
  async #find(userId: number, name: string): Promise<UploadState | null> {
    const [, id, owner, size] = UPLOAD_NAME.exec(name) ?? []
    if (id === undefined || Number(owner) !== userId) return null
    const totalSize = Number(size)
    const unfinishedPath = await getFileSize(join(this.#unfinishedPath, name))
    if (unfinishedPath !== null) return { offset: unfinishedPath, size: totalSize, file: null }
    for (const extension of EXTENSIONS) {
      const file = `${id}.${extension}`
      if ((await getFileSize(join(this.#folder, file))) === totalSize)
        return { offset: totalSize, size: totalSize, file }
    }
    return null
  }

  /** Takes a part in. What has come of it is kept even where its line breaks off. */
  async appendPart(userId: number, name: string, part: Part): Promise<UploadState> {
    // Who comes back after a broken line need not wait until the server, too, has noticed that it broke.
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
    // Said before it is read: what breaks off in reading takes its line with it, and the answer, too.
    if (part.offset + part.length > state.size) throw createTooLongError()
    const path = join(this.#unfinishedPath, name)
    const file = await open(path, 'r+').catch(rejectAsConflict)
    try {
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
    await rename(join(this.#unfinishedPath, name), join(this.#folder, file)).catch(rejectAsConflict)
    await syncFolder(this.#folder)
    await syncFolder(this.#unfinishedPath)
    return file
  }

  /** Gives an upload up. False where there is none of this user's. */
  async cancel(userId: number, name: string): Promise<boolean> {
    const state = await this.#find(userId, name)
    if (!state || state.file) return false
    await this.#abortActivePart(name)
    await rm(join(this.#unfinishedPath, name), { force: true })
    return true
  }

  /** For lessons that name them from now on: these files are there, and count as new. `/uploads/` and a name each. */
  async markInUse(urls: readonly string[]): Promise<void> {
    const now = new Date()
    for (const url of new Set(urls)) {
      const rejectAsMissing = (cause: unknown) =>
        Promise.reject(
          new AppError('invalid_input', { text: 'A lesson’s file is no longer here. Upload it again', cause }),
        )
      await utimes(join(this.#folder, getFileName(url)), now, now).catch(rejectAsMissing)
    }
  }
}

/** Another server, or its own owner, was faster. */
const rejectAsConflict = (cause: unknown) => Promise.reject(new AppError('upload_moved_on', { cause }))

async function getFileSize(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? found.size : null
}
