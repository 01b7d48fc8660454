import { expect } from 'vitest'
import { eventually } from './eventually.ts'

/** Fails unless the assertion holds within this time. */
export async function within(ms: number, assertion: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  let lastAttemptAt = startedAt
  await eventually(async () => {
    lastAttemptAt = performance.now()
    await assertion()
  })
  expect(lastAttemptAt - startedAt).toBeLessThan(ms)
}
