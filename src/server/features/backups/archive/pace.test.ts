import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** Milliseconds of pause after a megabyte that takes so long. */
async function measurePause(workMs: number): Promise<number> {
  const pieces = [1, 2, 3].map(() => Buffer.alloc(CHUNK_BYTES))
  const startedAt = performance.now()
  let workedMs = 0
  for await (const _ of new Pace().slow(Readable.from(pieces))) {
    const workStartedAt = performance.now()
    await sleep(workMs)
    workedMs += performance.now() - workStartedAt
  }
  return (performance.now() - startedAt - workedMs) / pieces.length
}

test('the pause is twice as long as the megabyte took, within limits', async () => {
  expect(await measurePause(25)).toBeGreaterThanOrEqual(2 * 25 - TOLERANCE_MS)
  // Far from 400 ms, also on a busy machine.
  expect(await measurePause(200)).toBeLessThan(300)
})
