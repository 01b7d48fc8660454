import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { solveProof } from './proof-of-work.ts'
import { hashStart } from './sha256.ts'

const sha256Start = (text: string) => createHash('sha256').update(text).digest().readUInt32BE()

it('hashes ASCII text like SHA-256', () => {
  for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 128, 1_000])
    expect(hashStart('x'.repeat(length))).toBe(sha256Start('x'.repeat(length)))
  const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 300 })
  fc.assert(fc.property(ascii, (text) => hashStart(text) === sha256Start(text)))
})

it('finds a proof with the zero bits asked for, without crypto.subtle', async () => {
  vi.stubGlobal('crypto', undefined)
  const proof = await solveProof({ seed: 'a.seed.from-the-server', bits: 14 })
  vi.unstubAllGlobals()
  expect(proof).toMatch(/^a\.seed\.from-the-server:\d+$/)
  expect(Math.clz32(sha256Start(proof))).toBeGreaterThanOrEqual(14)
})

it('leaves the page responsive while it works', async () => {
  let isDone = false
  // It takes 162,676 hashes.
  const solving = solveProof({ seed: 'slow', bits: 17 }).then(() => (isDone = true))
  let ticks = 0
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve))
    ticks++
  }
  await solving
  expect(ticks).toBeGreaterThan(1)
})
