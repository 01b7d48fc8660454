import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Countdown } from './countdown.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const showCountdown = (seconds: number) => render(<Countdown endsAt={Date.now() + seconds * 1_000} onEnd={() => {}} />)
const getStatus = () => screen.getByRole('status').textContent
/** What screen readers hear after so many seconds. */
function listenAfter(seconds: number) {
  act(() => void vi.advanceTimersByTime(seconds * 1_000))
  return getStatus()
}

it('is announced for a few seconds at each threshold', () => {
  showCountdown(302)
  expect([getStatus(), listenAfter(2), listenAfter(4), listenAfter(1)]).toEqual([
    '',
    '5 minutes left',
    '5 minutes left',
    '',
  ])
  expect([listenAfter(235), listenAfter(5)]).toEqual(['1 minute left', ''])
  expect([listenAfter(45), listenAfter(5), listenAfter(5)]).toEqual(['10 seconds left', '', 'Time is up'])
})

it('is not announced at the start of a shorter quiz', () => {
  showCountdown(299)
  expect([getStatus(), listenAfter(3), listenAfter(236)]).toEqual(['', '', '1 minute left'])
})
