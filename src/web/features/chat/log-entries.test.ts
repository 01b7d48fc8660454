import { describe, expect, it } from 'vitest'
import { aMessage } from '#web/testing/examples.ts'
import { briefDateOf, clockOf, dayOf, wholeDateOf } from './chat-dates.ts'
import { byDay, entriesOf } from './log-entries.ts'

// Local times, as readers have them.
const at = (text: string) => new Date(text).toISOString()

describe('A conversation', () => {
  it('shows each message once, the oldest first, whatever the pages repeat', () => {
    const two = aMessage({ msg_id: 2 })
    const entries = entriesOf([aMessage({ msg_id: 3 }), two, two, aMessage({ msg_id: 1 })], [], 7)
    expect(entries.map(({ key }) => key)).toEqual(['1', '2', '3'])
  })

  it('has a divider for each day, and one time for what one person wrote within a minute', () => {
    const messages = [
      aMessage({ msg_id: 1, created_date: at('2026-11-20T23:59:50') }),
      aMessage({ msg_id: 2, created_date: at('2026-11-21T09:30:05') }),
      aMessage({ msg_id: 3, created_date: at('2026-11-21T09:30:50') }),
      aMessage({ msg_id: 4, created_date: at('2026-11-21T09:30:55'), sender_id: 1 }),
      aMessage({ msg_id: 5, created_date: at('2026-11-21T09:31:00'), sender_id: 1 }),
    ]
    const days = byDay(entriesOf(messages, [], 7))
    expect(days.map(({ name }) => name)).toEqual(['Friday, November 20, 2026', 'Saturday, November 21, 2026'])
    expect(days.flatMap(({ entries }) => entries.filter(({ endsGroup }) => endsGroup).map(({ key }) => key))).toEqual([
      '1',
      '3',
      '4',
      '5',
    ])
    expect(
      days.flatMap(({ entries }) => entries.filter(({ beginsGroup }) => beginsGroup).map(({ key }) => key)),
    ).toEqual(['1', '2', '4', '5'])
  })
})

it('dates are en-US in their long form, with a 12-hour clock', () => {
  const afternoon = at('2026-11-21T15:05:00')
  expect(dayOf(afternoon)).toBe('Saturday, November 21, 2026')
  expect(clockOf(afternoon)).toMatch(/^3:05\sPM$/)
  expect(wholeDateOf(afternoon)).toMatch(/^November 21, 2026 at 3:05\sPM$/)
  expect(clockOf(at('2026-11-21T00:05:00'))).toMatch(/^12:05\sAM$/)
})

it('a list shows the time of today, the day of this year, and the year of another', () => {
  const now = new Date('2026-11-21T18:00:00')
  expect(briefDateOf(at('2026-11-21T09:30:00'), now)).toMatch(/^9:30\sAM$/)
  expect(briefDateOf(at('2026-11-20T09:30:00'), now)).toBe('Nov 20')
  expect(briefDateOf(at('2025-11-20T09:30:00'), now)).toBe('Nov 20, 2025')
})
