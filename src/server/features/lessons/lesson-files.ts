import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, rename, rm, stat, statfs, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { type LessonFileType, typeOfFile } from './lesson-file-type.ts'
import { syncFolder } from '#server/platform/storage/sync-folder.ts'
import { noRoom, tooMuch, writePart } from './write-part.ts'

const ENDS = ['webm', 'mp4', 'vtt'] as const
/** After these what has come of an upload is of no use, and goes. */
const NEVER_BETTER: readonly ErrorCode[] = ['not_a_lesson_file', 'too_large']
/** An upload's name says all that is to be known of it: the file's name to be, whose it is, and how many bytes it will have. */
const UPLOAD_NAME = /^([0-9a-f]{32})-([1-9]\d{0,14})-([1-9]\d{0,9})$/
export const LESSON_FILE_NAME = /^[0-9a-f]{32}\.(webm|mp4|vtt)$/

export const unfinishedFolder = (folder: string) => join(folder, 'unfinished')

const nameOf = (url: string) => url.slice('/uploads/'.length)

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
  readonly #unfinished: string
  /** Uploads that a part is coming in for, with the way to cut it off. */
  readonly #coming = new Map<string, { cut: () => void; ended: Promise<unknown> }>()

  constructor(folder: string) {
    this.#folder = folder
    this.#unfinished = unfinishedFolder(folder)
    mkdirSync(this.#unfinished, { recursive: true, mode: 0o700 })
  }

  /** Begins an upload and gives its name. */
  async begin(userId: number, size: number): Promise<string> {
    const { bavail, bsize } = await statfs(this.#unfinished)
    if (size > bavail * bsize) throw noRoom()
    const name = `${randomBytes(16).toString('hex')}-${userId}-${size}`
    const file = await open(join(this.#unfinished, name), 'wx', 0o600)
    await file.close()
    await syncFolder(this.#unfinished)
    return name
  }

  /** How far an upload is; null for none of this user's. */
  async ask(userId: number, name: string): Promise<UploadState | null> {
    const state = await this.#find(userId, name)
    if (!state || state.file || state.offset < state.size) return state
    // All of it came, and then the server went: an empty part finishes it.
    await this.#cutOff(name)
    const now = await this.#find(userId, name)
    return now?.file ? now : this.#take(userId, name, { offset: state.size, length: 0, bytes: Readable.from([]) })
  }

  /** One that is finished stays known by its file. */
  async #find(userId: number, name: string): Promise<UploadState | null> {
    const [, id, owner, size] = UPLOAD_NAME.exec(name) ?? []
    if (id === undefined || Number(owner) !== userId) return null
    const whole = Number(size)
    const unfinished = await sizeOf(join(this.#unfinished, name))
    if (unfinished !== null) return { offset: unfinished, size: whole, file: null }
    for (const end of ENDS) {
      const file = `${id}.${end}`
      if ((await sizeOf(join(this.#folder, file))) === whole) return { offset: whole, size: whole, file }
    }
    return null
  }

  /** Takes a part in. What has come of it is kept even where its line breaks off. */
  async take(userId: number, name: string, part: Part): Promise<UploadState> {
    // Who comes back after a broken line need not wait until the server, too, has noticed that it broke.
    await this.#cutOff(name)
    const work = this.#take(userId, name, part)
    const coming = { cut: () => part.bytes.destroy(), ended: work.catch(() => null) }
    this.#coming.set(name, coming)
    try {
      return await work
    } finally {
      if (this.#coming.get(name) === coming) this.#coming.delete(name)
    }
  }

  async #take(userId: number, name: string, part: Part): Promise<UploadState> {
    const state = await this.#find(userId, name)
    if (!state) throw new AppError('file_not_found')
    if (state.offset !== part.offset || state.file) throw new AppError('upload_moved_on')
    // Said before it is read: what breaks off in reading takes its line with it, and the answer, too.
    if (part.offset + part.length > state.size) throw tooMuch()
    const path = join(this.#unfinished, name)
    const file = await open(path, 'r+').catch(movedOn)
    try {
      const now = { ...state, offset: await writePart(file, part.bytes, state) }
      const type = await typeOfFile(file, now)
      return type !== null && now.offset === now.size ? { ...now, file: await this.#finish(name, type) } : now
    } catch (failure) {
      if (failure instanceof AppError && NEVER_BETTER.includes(failure.code)) await rm(path, { force: true })
      throw failure
    } finally {
      await file.close()
    }
  }

  async #cutOff(name: string): Promise<void> {
    for (let part = this.#coming.get(name); part; part = this.#coming.get(name)) {
      part.cut()
      await part.ended
    }
  }

  async #finish(name: string, type: LessonFileType): Promise<string> {
    const file = `${name.slice(0, 32)}.${type}`
    await rename(join(this.#unfinished, name), join(this.#folder, file)).catch(movedOn)
    await syncFolder(this.#folder)
    await syncFolder(this.#unfinished)
    return file
  }

  /** Gives an upload up. False where there is none of this user's. */
  async giveUp(userId: number, name: string): Promise<boolean> {
    const state = await this.#find(userId, name)
    if (!state || state.file) return false
    await this.#cutOff(name)
    await rm(join(this.#unfinished, name), { force: true })
    return true
  }

  /** For lessons that name them from now on: these files are there, and count as new. `/uploads/` and a name each. */
  async hold(urls: readonly string[]): Promise<void> {
    const now = new Date()
    for (const url of new Set(urls)) {
      const gone = (cause: unknown) =>
        Promise.reject(
          new AppError('invalid_input', { text: 'A lesson’s file is no longer here. Upload it again', cause }),
        )
      await utimes(join(this.#folder, nameOf(url)), now, now).catch(gone)
    }
  }
}

/** Another server, or its own owner, was faster. */
const movedOn = (cause: unknown) => Promise.reject(new AppError('upload_moved_on', { cause }))

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? found.size : null
}
