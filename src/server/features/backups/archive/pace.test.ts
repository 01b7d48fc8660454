import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { CHUNK_BYTES } from './archive-format.ts'
import { Pace } from './pace.ts'

const PAUSE_MS = 20
/** A timer may end a little early. */
const TOLERANCE_MS = 1

/** Milliseconds for these streams, one after the other, and the bytes that came through. */
async function run(streams: Buffer[][]): Promise<{ ms: number; bytes: Buffer }> {
  const pace = new Pace()
  const chunks: Uint8Array[] = []
  const startedAt = performance.now()
  for (const stream of streams) for await (const chunk of pace.slow(Readable.from(stream))) chunks.push(chunk)
  return { ms: performance.now() - startedAt, bytes: Buffer.concat(chunks) }
}

test('a pause follows each megabyte, and every byte comes through in order', async () => {
  const pieces = [1, 2, 3, 4].map((byte) => Buffer.alloc(CHUNK_BYTES, byte))
  const { ms, bytes } = await run([pieces])
  expect(bytes.equals(Buffer.concat(pieces))).toBe(true)
  expect(ms).toBeGreaterThanOrEqual(4 * (PAUSE_MS - TOLERANCE_MS))
})

test('small files count together', async () => {
  const half = [Buffer.alloc(CHUNK_BYTES / 2)]
  expect((await run([half, half, half, half])).ms).toBeGreaterThanOrEqual(2 * (PAUSE_MS - TOLERANCE_MS))
})
