import { afterEach, expect, it, vi } from 'vitest'
import { createDraftStore, stringify } from './stored-draft.ts'

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

it('keeps a number field that was emptied', () => {
  const store = createDraftStore<object>(7, 'course')
  const values = { opens_after_days: Number.NaN, opens_date: null, title: 'NaN' }
  store.write(41, values, 3)
  expect(store.read(41)?.values).toEqual(values)
  expect(stringify(values)).not.toBe(stringify({ ...values, opens_after_days: null }))
})
