import { expect, test } from 'vitest'
import { PlayedRanges } from './played-ranges.ts'

/** Plays from one time to another in steps, at a speed. Returns the clock. */
function play(ranges: PlayedRanges, from: number, to: number, { rate = 1, step = 0.25, at = 0 } = {}): number {
  ranges.interrupt()
  let clock = at
  for (let time = from; time <= to; time += step) {
    ranges.advance({ time, rate, at: clock })
    clock += (step / rate) * 1_000
  }
  return clock
}

test('records what was played as one range, and hands it over once', () => {
  const ranges = new PlayedRanges()
  expect(ranges.isEmpty).toBe(true)
  play(ranges, 10, 20)
  expect(ranges.isEmpty).toBe(false)
  expect(ranges.take()).toEqual([[10, 20]])
  expect(ranges.take()).toEqual([])
})

test('goes on where the last report ended', () => {
  const ranges = new PlayedRanges()
  ranges.advance({ time: 0, rate: 1, at: 0 })
  ranges.advance({ time: 5, rate: 1, at: 5_000 })
  expect(ranges.take()).toEqual([[0, 5]])
  ranges.advance({ time: 9, rate: 1, at: 9_000 })
  expect(ranges.take()).toEqual([[5, 9]])
})

test.each([
  ['forward', 300],
  ['back', 2],
])('leaves out what was skipped by a seek %s', (_direction, target) => {
  const ranges = new PlayedRanges()
  const at = play(ranges, 10, 20)
  ranges.interrupt()
  play(ranges, target, target + 5, { at })
  expect(ranges.take()).toEqual([
    [10, 20],
    [target, target + 5],
  ])
})

test('leaves out a jump that no event announced', () => {
  const ranges = new PlayedRanges()
  ranges.advance({ time: 0, rate: 1, at: 0 })
  ranges.advance({ time: 2, rate: 1, at: 2_000 })
  ranges.advance({ time: 60, rate: 1, at: 2_250 })
  ranges.advance({ time: 61, rate: 1, at: 3_250 })
  expect(ranges.take()).toEqual([
    [0, 2],
    [60, 61],
  ])
})

test.each([0.75, 1.5, 2])('counts seconds of the lesson, not of the clock, at %s times the speed', (rate) => {
  const ranges = new PlayedRanges()
  play(ranges, 0, 30, { rate })
  expect(ranges.take()).toEqual([[0, 30]])
})

test('counts a speed that changes between two events', () => {
  const ranges = new PlayedRanges()
  ranges.advance({ time: 0, rate: 1, at: 0 })
  ranges.advance({ time: 8, rate: 2, at: 4_000 })
  ranges.advance({ time: 16, rate: 1, at: 8_000 })
  expect(ranges.take()).toEqual([[0, 16]])
})

test('counts a background tab, where events are a minute apart', () => {
  const ranges = new PlayedRanges()
  play(ranges, 0, 300, { step: 60 })
  expect(ranges.take()).toEqual([[0, 300]])
})

test('hands over at most 50 ranges at a time, and takes back those whose report failed', () => {
  const ranges = new PlayedRanges()
  for (let part = 0; part < 60; part++) play(ranges, part * 100, part * 100 + 5)
  const first = ranges.take()
  expect(first).toHaveLength(50)
  ranges.giveBack(first)
  expect(ranges.take()).toEqual(first)
  expect(ranges.take()).toHaveLength(10)
})
