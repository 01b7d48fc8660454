import { afterEach, expect, it, vi } from 'vitest'
import { createDraftStore } from './stored-draft.ts'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

it('removes a draft that is older than a week', () => {
  vi.useFakeTimers()
  const store = createDraftStore<string>(7, 'blog')
  store.write(41, 'Typed', 3)
  vi.advanceTimersByTime(6 * 24 * 3_600_000)
  expect(store.read(41)?.values).toBe('Typed')
  vi.advanceTimersByTime(2 * 24 * 3_600_000)
  expect(store.read(41)).toBeNull()
  expect(localStorage).toHaveLength(0)
})
