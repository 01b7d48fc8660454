import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EndScreen } from './end-screen.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function showEnd() {
  const onNext = vi.fn<() => void>()
  render(
    <>
      <textarea aria-label="Note" />
      <input type="range" aria-label="Seek" />
      <EndScreen
        nextTitle="Arrays"
        endText="The end"
        isCompleted
        onNext={onNext}
        onCompleteAndNext={null}
        onReplay={() => {}}
      />
    </>,
  )
  return onNext
}

const waitSeconds = (seconds: number) => {
  for (let second = 0; second < seconds; second++) act(() => vi.advanceTimersByTime(1_000))
}

it('continues to the next lesson after eight seconds', () => {
  const onNext = showEnd()
  screen.getByLabelText('Seek').focus()
  waitSeconds(7)
  expect(screen.getByRole('button', { name: 'Next lesson in 1' })).toBeTruthy()
  expect(onNext).not.toHaveBeenCalled()
  waitSeconds(1)
  expect(onNext).toHaveBeenCalledOnce()
})

it('stays when the student begins to write during the countdown', () => {
  const onNext = showEnd()
  waitSeconds(7)
  screen.getByLabelText('Note').focus()
  waitSeconds(3)
  screen.getByRole('button', { name: 'Next lesson' })
  expect(onNext).not.toHaveBeenCalled()
})

it('begins no countdown while the student writes', () => {
  const field = document.body.appendChild(document.createElement('textarea'))
  field.focus()
  const onNext = showEnd()
  screen.getByRole('button', { name: 'Next lesson' })
  field.remove()
  waitSeconds(9)
  expect(onNext).not.toHaveBeenCalled()
})
