import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FramedPlayable } from './sources/framed-playable.ts'
import { useResume } from './use-resume.ts'

/** A player whose duration is not known yet. */
function renderResume(position: number) {
  const commands: string[] = []
  const playable = new FramedPlayable(document.createElement('iframe'), {
    play: () => commands.push('play'),
    pause: () => commands.push('pause'),
    seek: (seconds) => commands.push(`seek ${seconds}`),
    setVolume: () => {},
    setMuted: () => {},
    setRate: () => {},
  })
  const saved: number[] = []
  const props = {
    playable,
    position,
    shouldAutoPlay: false,
    onAutoPlay: () => commands.push('started'),
    onPosition: (seconds: number) => saved.push(seconds),
  }
  const view = renderHook((options: typeof props) => useResume(options), { initialProps: props })
  return { ...view, playable, commands, saved, props }
}

test('resumes a lesson at the saved position', () => {
  const { playable, commands } = renderResume(120)
  playable.updateState({ duration: 600 })
  expect(commands).toEqual(['seek 120'])
})

test('keeps the saved position when the student leaves before the lesson has loaded', () => {
  const { unmount, saved } = renderResume(120)
  unmount()
  expect(saved).toEqual([])
})

test('continues from the current time, not from the saved position, on autoplay', () => {
  const { playable, commands, rerender, props } = renderResume(120)
  playable.updateState({ duration: 600 })
  playable.updateState({ currentTime: 300 })
  rerender({ ...props, shouldAutoPlay: true })
  expect(commands).toEqual(['seek 120', 'play', 'started'])
  expect(playable.currentTime).toBe(300)
})

test('saves the position on leaving, and 0 once the lesson has ended', () => {
  const first = renderResume(0)
  first.playable.updateState({ duration: 600 })
  first.playable.updateState({ currentTime: 42 })
  first.unmount()
  expect(first.saved).toEqual([42])
  const second = renderResume(30)
  second.playable.updateState({ duration: 600 })
  second.playable.updateState({ currentTime: 600, ended: true })
  second.unmount()
  expect(second.saved).toEqual([0])
})
