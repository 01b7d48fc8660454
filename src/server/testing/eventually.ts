import { vi } from 'vitest'

/** Below the test timeout, and long enough for a busy machine: vi.waitFor alone gives up after one second. */
const DEADLINE_MS = 30_000

/** Repeats the assertions until they pass. */
export function eventually<Result>(assertion: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(assertion, { timeout: DEADLINE_MS, interval: 20 })
}
