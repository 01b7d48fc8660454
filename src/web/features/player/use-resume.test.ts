import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FramedPlayable } from './sources/framed-playable.ts'
import type { PlayedRange } from './played-ranges.ts'
import { useResume } from './use-resume.ts'

afterEach(() => vi.useRealTimers())

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
  const watched: PlayedRange[][] = []
  const server = { isDown: false }
  const props = {
    playable,
    position,
    shouldAutoPlay: false,
    onAutoPlay: () => commands.push('started'),
    onPosition: async (seconds: number, ranges: PlayedRange[]) => {
      if (server.isDown) throw new Error('connection')
      saved.push(seconds)
      watched.push(ranges)
    },
  }
  const view = renderHook((options: typeof props) => useResume(options), { initialProps: props })
  return { ...view, playable, commands, saved, watched, server, props }
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

test('keeps the saved position when the student leaves after the first answer of a frame', () => {
  const { playable, commands, saved, unmount } = renderResume(120)
  playable.markAnswered()
  unmount()
  expect([commands, saved]).toEqual([[], []])
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

/** Plays up to a second of the lesson, as fast as the clock. */
function playTo(playable: FramedPlayable, to: number) {
  while (playable.currentTime < to) {
    vi.advanceTimersByTime(1_000)
    playable.updateState({ currentTime: playable.currentTime + 1 })
  }
}

test('reports what was played with the position, without what was skipped', () => {
  vi.useFakeTimers()
  const { playable, saved, watched } = renderResume(0)
  playable.updateState({ duration: 600 })
  playable.updateState({ paused: false })
  playTo(playable, 12)
  playable.currentTime = 300
  playTo(playable, 305)
  playable.updateState({ paused: true })
  expect(saved).toEqual([10, 300, 305])
  expect(watched).toEqual([[[0, 10]], [[10, 12]], [[300, 305]]])
})

test('reports what was played when the lesson stops where it was saved last', () => {
  vi.useFakeTimers()
  const { playable, saved, watched } = renderResume(0)
  playable.updateState({ duration: 600 })
  playable.updateState({ paused: false })
  playTo(playable, 5)
  playable.currentTime = 0
  playable.updateState({ paused: true })
  expect(saved).toEqual([0])
  expect(watched).toEqual([[[0, 5]]])
})

test('reports again what the server did not store', async () => {
  vi.useFakeTimers()
  const { playable, watched, server } = renderResume(0)
  playable.updateState({ duration: 600 })
  playable.updateState({ paused: false })
  server.isDown = true
  playTo(playable, 10)
  server.isDown = false
  await vi.advanceTimersByTimeAsync(0)
  playTo(playable, 20)
  expect(watched).toEqual([[[0, 20]]])
})
