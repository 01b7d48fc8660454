import { describe, expect, it } from 'vitest'
import { advancePlayback, LESSONS, SPEED, INITIAL_POSITION } from './playback.ts'

describe('advancePlayback', () => {
  it('advances at the playback speed', () => {
    expect(advancePlayback({ lesson: 1, seconds: 10 })).toEqual({ lesson: 1, seconds: 10 + SPEED })
  })

  it('starts the next lesson at the end of a lesson', () => {
    expect(advancePlayback({ lesson: 2, seconds: 664 })).toEqual({ lesson: 3, seconds: 0 })
  })

  it('starts over after the last lesson', () => {
    expect(advancePlayback({ lesson: LESSONS.length - 1, seconds: 510.5 })).toEqual(INITIAL_POSITION)
  })
})
