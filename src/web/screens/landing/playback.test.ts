import { describe, expect, it } from 'vitest'
import { advance, LESSONS, SPEED, START } from './playback.ts'

describe('The player on the landing page', () => {
  it('goes on at its speed', () => {
    expect(advance({ lesson: 1, seconds: 10 })).toEqual({ lesson: 1, seconds: 10 + SPEED })
  })

  it('goes on to the next lesson at the end of one', () => {
    expect(advance({ lesson: 2, seconds: 664 })).toEqual({ lesson: 3, seconds: 0 })
  })

  it('begins again after the last', () => {
    expect(advance({ lesson: LESSONS.length - 1, seconds: 510.5 })).toEqual(START)
  })
})
