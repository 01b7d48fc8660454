import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FramedPlayable } from './sources/framed-playable.ts'
import { useResume } from './use-resume.ts'

/** A player that knows its length only later, as over a network. */
function setUp(position: number, startsAtOnce = false) {
  const asked: string[] = []
  const playable = new FramedPlayable({
    play: () => asked.push('play'),
    pause: () => asked.push('pause'),
    seek: (seconds) => asked.push(`seek ${seconds}`),
    setVolume: () => {},
    setMuted: () => {},
    setRate: () => {},
  })
  const saved: number[] = []
  const props = {
    playable,
    position,
    shouldAutoPlay: startsAtOnce,
    onAutoPlay: () => asked.push('started'),
    onPosition: (seconds: number) => saved.push(seconds),
  }
  const view = renderHook((given: typeof props) => useResume(given), { initialProps: props })
  return { ...view, playable, asked, saved, props }
}

test('a lesson goes on where it was left', () => {
  const { playable, asked } = setUp(120)
  playable.updateState({ duration: 600 })
  expect(asked).toEqual(['seek 120'])
})

test('who leaves before the lesson has loaded keeps the place', () => {
  const { unmount, saved } = setUp(120)
  unmount()
  expect(saved).toEqual([])
})

test('“Continue” plays on from where the lesson stands, not from where it was left days ago', () => {
  const { playable, asked, rerender, props } = setUp(120)
  playable.updateState({ duration: 600 })
  playable.updateState({ currentTime: 300 })
  rerender({ ...props, shouldAutoPlay: true })
  expect(asked).toEqual(['seek 120', 'play', 'started'])
  expect(playable.currentTime).toBe(300)
})

test('the place is told on leaving, and the start once the lesson has ended', () => {
  const first = setUp(0)
  first.playable.updateState({ duration: 600 })
  first.playable.updateState({ currentTime: 42 })
  first.unmount()
  expect(first.saved).toEqual([42])
  const second = setUp(30)
  second.playable.updateState({ duration: 600 })
  second.playable.updateState({ currentTime: 600, ended: true })
  second.unmount()
  expect(second.saved).toEqual([0])
})
