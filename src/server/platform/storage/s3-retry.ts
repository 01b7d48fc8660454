import { addAbortSignal, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { askS3 } from './s3-request.ts'

/** Before each further try. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000]

/** Tries again what has failed, and throws the error of the last try. */
export async function retry<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await work()
    } catch {
      await sleep(delay, undefined, { signal })
    }
  }
  return work()
}

interface Reopening {
  /** Of the whole. */
  size: number
  open: (start: number) => Promise<Readable>
  signal: AbortSignal | undefined
}

/** The same bytes. Where they end too early, they are opened again from there. Throws `not_ready` when that does not help. */
export const readOn = (bytes: Readable, reopening: Reopening) => Readable.from(readToEnd(bytes, reopening))

async function* readToEnd(bytes: Readable, { size, open, signal }: Reopening): AsyncGenerator<Buffer> {
  let source = prepare(bytes, signal)
  let chunks = source.iterator()
  let tries = 0
  try {
    for (let position = 0; position < size;) {
      const chunk = await readChunk(chunks)
      if (chunk instanceof Uint8Array) {
        tries = 0
        position += chunk.length
        yield chunk
        continue
      }
      const delay = RETRY_DELAYS_MS[tries++]
      if (delay === undefined) return await askS3(() => Promise.reject(chunk.error as Error))
      await sleep(delay, undefined, { signal })
      source.destroy()
      const start = position
      source = prepare(await retry(() => open(start), signal), signal)
      chunks = source.iterator()
    }
  } finally {
    source.destroy()
  }
}

function prepare(source: Readable, signal: AbortSignal | undefined): Readable {
  // While a chunk is awaited, nothing else ends the wait.
  if (signal) addAbortSignal(signal, source)
  // An error that comes before it is read would end the process. Reading throws the same.
  return source.on('error', () => null)
}

async function readChunk(chunks: AsyncIterator<Buffer>): Promise<Buffer | { error: unknown }> {
  try {
    const { value, done } = await chunks.next()
    return done ? { error: new Error('The object has ended early') } : value
  } catch (error) {
    return { error }
  }
}
