import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AppError } from '#contract/errors.ts'
import { getErrorCode } from '#server/platform/error-code.ts'
import { createDiskFullError } from '#server/platform/storage/disk-space.ts'

const CONNECTION_ERRORS = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']
const DISK_FULL_ERRORS = ['ENOSPC', 'EDQUOT', 'EFBIG']

export const createTooLongError = () =>
  new AppError('invalid_input', { text: 'The part is longer than the rest of the upload' })

/** Appends a part and returns the new length once it is synced to disk. */
export async function writePart(
  file: FileHandle,
  part: Readable,
  { offset, size }: { offset: number; size: number },
): Promise<number> {
  let at = offset
  try {
    for await (const chunk of part as AsyncIterable<Buffer>) {
      if (at + chunk.length > size) throw createTooLongError()
      await writeAll(file, chunk, at)
      at += chunk.length
    }
  } catch (cause) {
    if (CONNECTION_ERRORS.includes(getErrorCode(cause)))
      throw new AppError('invalid_input', { text: 'The connection was interrupted', cause })
    if (DISK_FULL_ERRORS.includes(getErrorCode(cause))) throw createDiskFullError(cause)
    throw cause
  } finally {
    await file.sync()
  }
  return at
}

/** A single write may be partial. */
async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}
