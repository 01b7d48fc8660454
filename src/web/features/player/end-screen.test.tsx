import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EndScreen, type LessonEnd } from './end-screen.tsx'

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
  for (let second = 0; second < seconds; second++) act(() => void vi.advanceTimersByTime(1_000))
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

describe('the focus', () => {
  const END = { endText: 'The end', onNext: () => {}, onReplay: () => {} }
  const showLastEnd = (end: Pick<LessonEnd, 'isCompleted' | 'onCompleteAndNext'> | null) => (
    <div role="region" aria-label="Player" tabIndex={0}>
      {end && <EndScreen {...END} {...end} nextTitle={null} />}
    </div>
  )
  const press = (name: string) => {
    const button = screen.getByRole('button', { name })
    button.focus()
    fireEvent.click(button)
  }

  it('goes to the player when the video is watched again', () => {
    const { rerender } = render(showLastEnd({ isCompleted: true, onCompleteAndNext: null }))
    press('Watch again')
    rerender(showLastEnd(null))
    expect(document.activeElement).toBe(screen.getByRole('region'))
  })

  it('stays at the end of the last lesson when it is marked as completed', () => {
    const { rerender } = render(showLastEnd({ isCompleted: false, onCompleteAndNext: () => {} }))
    press('Mark as completed')
    rerender(showLastEnd({ isCompleted: true, onCompleteAndNext: () => {} }))
    expect(document.activeElement?.textContent).toBe('The endWatch again')
  })
})
