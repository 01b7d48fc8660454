import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IdleNotice } from './idle-notice.tsx'

const MINUTE_MS = 60_000
let polls = 0

beforeEach(() => {
  polls = 0
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Poll() {
  useQuery({ queryKey: ['poll'], queryFn: () => ++polls, refetchInterval: MINUTE_MS })
  return null
}

const wait = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS))

test('polling pauses after 15 minutes without input, and goes on at once with the next', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IdleNotice />
      <Poll />
    </QueryClientProvider>,
  )
  await wait(14)
  fireEvent.keyDown(window)
  await wait(14)
  expect(screen.queryByText(/^Paused/)).toBeNull()
  await wait(2)
  screen.getByText('Paused after 15 minutes without input')
  const pollsBefore = polls
  expect(pollsBefore).toBeGreaterThan(25)
  await wait(30)
  expect(polls).toBe(pollsBefore)
  fireEvent.pointerMove(window)
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(polls).toBe(pollsBefore + 1)
  expect(screen.queryByText(/^Paused/)).toBeNull()
})
