import { open, rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { getErrorCode } from '#server/platform/error-code.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { detectFileType, type LessonFileType } from './lesson-file-type.ts'

/** Errors after which an unfinished upload is removed. */
const FATAL_UPLOAD_ERRORS: readonly ErrorCode[] = ['not_a_lesson_file', 'too_large']

interface CompleteUpload {
  path: string
  size: number
  isDocument: boolean
  store: FileStore
}

/** Checks a complete upload and moves it into the store. */
export async function storeUpload({ path, size, isDocument, store }: CompleteUpload): Promise<void> {
  try {
    const type = await readType(path, { size, isDocument })
    await store.moveIn(path, `${basename(path).slice(0, 32)}.${type}`)
  } catch (failure) {
    await removeAfterFatalError(path, failure)
    // Another process has finished or canceled it meanwhile.
    if (getErrorCode(failure) === 'ENOENT' && (await getFileSize(path)) === null) return
    throw failure
  }
}

/** Synced once more, because another process may have written the last bytes. */
async function readType(path: string, upload: { size: number; isDocument: boolean }): Promise<LessonFileType | null> {
  const file = await open(path, 'r')
  try {
    await file.sync()
    return await detectFileType(file, { ...upload, offset: upload.size })
  } finally {
    await file.close()
  }
}

export async function removeAfterFatalError(path: string, failure: unknown): Promise<void> {
  if (failure instanceof AppError && FATAL_UPLOAD_ERRORS.includes(failure.code)) await rm(path, { force: true })
}

export async function getFileSize(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? found.size : null
}
