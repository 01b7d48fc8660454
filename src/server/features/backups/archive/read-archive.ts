import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { BackupError } from './archive-format.ts'

const READ_BYTES = 256 * 1024

export interface ArchiveEntry {
  name: string
  size: number
  /** Its bytes, to be read once or not at all. */
  bytes: AsyncIterable<Uint8Array>
  /** In hex; call it when the entry has been read. */
  getChecksum(): string
}

/** Reads a backup from its beginning to its end. What is no archive of plain files is refused. */
export async function* readArchive(path: string, signal?: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const seen = new Set<string>()
  try {
    signal?.throwIfAborted()
    const stream = createReadStream(path, { highWaterMark: READ_BYTES, signal })
    const file = Readable.toWeb(stream) as ReadableStream<Uint8Array>
    for await (const entry of file.pipeThrough(createTarDecoder({ strict: true })) as AsyncIterable<ParsedTarEntry>) {
      const { name, size, type } = entry.header
      if (type !== 'file' || seen.has(name)) throw createDamagedError()
      seen.add(name)
      const hash = createHash('sha256')
      const bytes = hashed(entry.body, hash)
      yield { name, size, bytes, getChecksum: () => hash.digest('hex') }
      if (!entry.body.locked) await drain(entry.body)
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof BackupError || isSystemError(error) ? error : createDamagedError(error)
  }
}

/** Not `cancel`: modern-tar would also skip the entry after it, when that has begun, and its reader would wait for ever. */
const drain = (body: ReadableStream<Uint8Array>) => body.pipeTo(new WritableStream())

async function* hashed(body: ReadableStream<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
    yield chunk
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

/** Such as a file that does not exist or a full disk. */
const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error
