import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { addAbortSignal, Readable } from 'node:stream'
import { AppError } from '#contract/errors.ts'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { BackupError, CHUNK_BYTES } from './archive-format.ts'

export interface ArchiveEntry {
  name: string
  size: number
  /** Its bytes, to be read once or not at all. */
  bytes: AsyncIterable<Uint8Array>
  /** In hex; call it when the entry has been read. */
  getChecksum(): string
}

/**
 * Reads a backup from its beginning to its end. What is no archive of plain files is refused.
 * @param archive the path of a file, or its bytes
 */
export async function* readArchive(archive: string | Readable, signal?: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const seen = new Set<string>()
  // Whoever reads an entry's bytes gets the error, and not this function.
  const toError = (error: unknown) => {
    signal?.throwIfAborted()
    // Of a store that is away, which its reader tells.
    if (error instanceof BackupError || error instanceof AppError) return error
    return isSystemError(error) && typeof archive === 'string'
      ? createUnreadableError(archive, error)
      : createDamagedError(error)
  }
  try {
    signal?.throwIfAborted()
    const stream = typeof archive === 'string' ? createReadStream(archive, { highWaterMark: CHUNK_BYTES }) : archive
    if (signal) addAbortSignal(signal, stream)
    const file = Readable.toWeb(stream) as ReadableStream<Uint8Array>
    for await (const entry of file.pipeThrough(createTarDecoder({ strict: true })) as AsyncIterable<ParsedTarEntry>) {
      const { name, size, type } = entry.header
      if (type !== 'file' || seen.has(name)) throw createDamagedError()
      seen.add(name)
      const hash = createHash('sha256')
      const bytes = hashed(entry.body, hash, toError)
      yield { name, size, bytes, getChecksum: () => hash.digest('hex') }
      if (!entry.body.locked) await drain(entry.body)
    }
  } catch (error) {
    throw toError(error)
  }
}

/** Not `cancel`: modern-tar would also skip the entry after it, when that has begun, and its reader would wait for ever. */
const drain = (body: ReadableStream<Uint8Array>) => body.pipeTo(new WritableStream())

async function* hashed(
  body: ReadableStream<Uint8Array>,
  hash: Hash,
  toError: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    throw toError(error)
  }
}

export async function readAll(entry: ArchiveEntry, maxBytes: number): Promise<Buffer> {
  if (entry.size > maxBytes) throw createDamagedError()
  const chunks: Uint8Array[] = []
  for await (const chunk of entry.bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const createDamagedError = (cause?: unknown) =>
  new BackupError('This file is not a complete backup of Learn Lantern, or it is damaged.', { cause })

const createUnreadableError = (path: string, cause: Error) =>
  new BackupError(`${path} can’t be read (${cause.message}). Name the file of a backup that this user may read.`, {
    cause,
  })

/** Such as a folder, or a file that does not exist. */
const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error
