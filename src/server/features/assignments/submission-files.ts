import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { SUBMISSION_FILES_PATH } from '#contract/paths.ts'
import { getUnfinishedFolder } from '#server/features/lessons/unfinished-uploads.ts'
import { writePart } from '#server/features/lessons/write-part.ts'
import type { DiskSpace } from '#server/platform/storage/disk-space.ts'
import { sendStoredFile } from '#server/platform/storage/send-stored-file.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'

/** The file's id and its author's, so that nobody can hand in another student's file. */
export const SUBMISSION_FILE_NAME = /^[0-9a-f]{32}-([1-9]\d{0,14})$/

/** In the file store. */
export const SUBMISSIONS_PREFIX = 'submissions/'

export const toSubmissionFileUrl = (name: string) => `${SUBMISSION_FILES_PATH}/${name}`
export const toSubmissionFileName = (url: string) => url.slice(toSubmissionFileUrl('').length)

/** Whose file it is; null when the URL is none of a submission's file. */
export function getFileAuthor(url: string): number | null {
  const author = SUBMISSION_FILE_NAME.exec(toSubmissionFileName(url))?.[1]
  return author !== undefined && url === toSubmissionFileUrl(toSubmissionFileName(url)) ? Number(author) : null
}

/** What students upload for assignments, stored as it came. */
export class SubmissionFiles {
  readonly #store: FileStore
  readonly #unfinishedPath: string
  readonly #disk: Pick<DiskSpace, 'claim'>

  constructor(uploadsFolder: string, store: FileStore, disk: Pick<DiskSpace, 'claim'>) {
    this.#store = store
    this.#unfinishedPath = getUnfinishedFolder(uploadsFolder)
    this.#disk = disk
  }

  /** Returns the new file's name. */
  async store(userId: number, size: number, bytes: Readable): Promise<string> {
    const id = randomBytes(16).toString('hex')
    const path = join(this.#unfinishedPath, `${id}-${userId}-${size}`)
    // The file's name counts its bytes as pending.
    const file = await this.#disk.claim(size, () => open(path, 'wx', 0o600))
    try {
      const written = await writePart(file, bytes, { offset: 0, size })
      if (written < size) throw new AppError('invalid_input', { text: 'The upload was interrupted' })
      await this.#store.moveIn(path, `${SUBMISSIONS_PREFIX}${id}-${userId}`)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
    return `${id}-${userId}`
  }

  /** Marks a file as new, because cleanup removes old ones that no submission names. False when it does not exist. */
  markInUse(url: string): Promise<boolean> {
    return this.#store.touch(SUBMISSIONS_PREFIX + toSubmissionFileName(url))
  }

  /** Sends a file as a download. */
  send(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    return sendStoredFile(request, reply, this.#store, SUBMISSIONS_PREFIX + name)
  }
}
