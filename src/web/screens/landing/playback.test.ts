import { describe, expect, it } from 'vitest'
import { advancePlayback, LESSONS, SPEED, INITIAL_POSITION } from './playback.ts'

describe('The player on the landing page', () => {
  it('goes on at its speed', () => {
    expect(advancePlayback({ lesson: 1, seconds: 10 })).toEqual({ lesson: 1, seconds: 10 + SPEED })
  })

  it('goes on to the next lesson at the end of one', () => {
    expect(advancePlayback({ lesson: 2, seconds: 664 })).toEqual({ lesson: 3, seconds: 0 })
  })

  it('begins again after the last', () => {
    expect(advancePlayback({ lesson: LESSONS.length - 1, seconds: 510.5 })).toEqual(INITIAL_POSITION)
  })
})
