import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AppError } from '#contract/errors.ts'

const BROKEN_LINE = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']
const DISK_FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

export const noRoom = (cause?: unknown) =>
  new AppError('too_large', { text: 'There is no room left for a file of this size', cause })

export const tooMuch = () => new AppError('invalid_input', { text: 'That is more than this upload was to hold' })

/** Writes a part behind what is there, and gives the new length once it lasts. */
export async function writePart(
  file: FileHandle,
  part: Readable,
  { offset, size }: { offset: number; size: number },
): Promise<number> {
  let at = offset
  try {
    for await (const chunk of part as AsyncIterable<Buffer>) {
      if (at + chunk.length > size) throw tooMuch()
      await writeAll(file, chunk, at)
      at += chunk.length
    }
  } catch (cause) {
    if (hasCode(cause, BROKEN_LINE)) throw new AppError('invalid_input', { text: 'The line broke off', cause })
    if (hasCode(cause, DISK_FULL)) throw noRoom(cause)
    throw cause
  } finally {
    await file.sync()
  }
  return at
}

/** One write may take less than it was given. */
async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}

const hasCode = (cause: unknown, codes: readonly string[]) =>
  cause instanceof Error && 'code' in cause && codes.includes(String(cause.code))
