import { describe, expect, it } from 'vitest'
import type { PendingMessage } from '#web/data/live/pending-messages.ts'
import { buildMessage } from '#web/testing/factories.ts'
import { formatShortDate, formatTime, formatDay, formatDateTime } from './chat-dates.ts'
import { groupByDay, toChatEntries } from './chat-entries.ts'

const buildPending = (values: Partial<PendingMessage>): PendingMessage => ({
  clientId: 'a',
  studentId: 7,
  text: 'Hello',
  writtenAt: '2026-11-21T09:00:00.000Z',
  after: 0,
  state: 'failed',
  reason: '',
  isQueued: false,
  mayBeStored: false,
  ...values,
})

// Times without a zone are local, as in the browser.
const at = (text: string) => new Date(text).toISOString()

describe('chat entries', () => {
  it('lists each message once, oldest first, when pages overlap', () => {
    const two = buildMessage({ msg_id: 2 })
    const entries = toChatEntries([buildMessage({ msg_id: 3 }), two, two, buildMessage({ msg_id: 1 })], [], 7)
    expect(entries.map(({ key }) => key)).toEqual(['1', '2', '3'])
  })

  it('keeps an unsent message at its time when newer messages arrive', () => {
    const stored = [
      buildMessage({ msg_id: 1, created_date: '2026-11-21T09:00:00.000Z' }),
      buildMessage({ msg_id: 2, created_date: '2026-11-21T09:10:00.000Z' }),
      buildMessage({ msg_id: 3, created_date: '2026-11-21T09:30:00.000Z' }),
    ]
    const failed = buildPending({ clientId: 'failed', after: 1, writtenAt: '2026-11-21T09:20:00.000Z' })
    expect(toChatEntries(stored, [failed], 7).map(({ key }) => key)).toEqual(['1', '2', 'failed', '3'])
  })

  it('keeps an unsent message below what it answers when the clock is slow', () => {
    const stored = [
      buildMessage({ msg_id: 1, created_date: '2026-11-21T09:00:00.000Z' }),
      buildMessage({ msg_id: 2, created_date: '2026-11-21T09:10:00.000Z' }),
    ]
    const failed = buildPending({ clientId: 'failed', after: 1, writtenAt: '2026-11-21T08:00:00.000Z' })
    expect(toChatEntries(stored, [failed], 7).map(({ key }) => key)).toEqual(['1', 'failed', '2'])
  })

  it('lists unsent messages in the order written, and those being sent last', () => {
    const stored = [buildMessage({ msg_id: 1, created_date: '2026-11-21T09:30:00.000Z' })]
    const pending = [
      buildPending({ clientId: 'first', writtenAt: '2026-11-21T09:00:00.000Z' }),
      buildPending({ clientId: 'sending', state: 'sending', writtenAt: '2026-11-21T09:00:01.000Z' }),
      buildPending({ clientId: 'second', writtenAt: '2026-11-21T09:00:02.000Z' }),
    ]
    expect(toChatEntries(stored, pending, 7).map(({ key }) => key)).toEqual(['first', 'second', '1', 'sending'])
  })

  it('groups messages by day, and by sender within a minute', () => {
    const messages = [
      buildMessage({ msg_id: 1, created_date: at('2026-11-20T23:59:50') }),
      buildMessage({ msg_id: 2, created_date: at('2026-11-21T09:30:05') }),
      buildMessage({ msg_id: 3, created_date: at('2026-11-21T09:30:50') }),
      buildMessage({ msg_id: 4, created_date: at('2026-11-21T09:30:55'), sender_id: 1 }),
      buildMessage({ msg_id: 5, created_date: at('2026-11-21T09:31:00'), sender_id: 1 }),
    ]
    const days = groupByDay(toChatEntries(messages, [], 7))
    expect(days.map(({ name }) => name)).toEqual(['Friday, November 20, 2026', 'Saturday, November 21, 2026'])
    expect(days.flatMap(({ entries }) => entries.filter(({ isGroupEnd }) => isGroupEnd).map(({ key }) => key))).toEqual(
      ['1', '3', '4', '5'],
    )
    expect(
      days.flatMap(({ entries }) => entries.filter(({ isGroupStart }) => isGroupStart).map(({ key }) => key)),
    ).toEqual(['1', '2', '4', '5'])
  })

  it('names a day once for each run of its messages, with keys of their own, where a clock was wrong', () => {
    const messages = ['2026-11-21T09:00', '2026-11-20T09:00', '2026-11-21T09:01', '2026-11-21T09:02'].map(
      (time, index) => buildMessage({ msg_id: index + 1, created_date: at(time) }),
    )
    const days = groupByDay(toChatEntries(messages, [], 7))
    expect(days.map(({ name, entries }) => [name, entries.map(({ key }) => key)])).toEqual([
      ['Saturday, November 21, 2026', ['1']],
      ['Friday, November 20, 2026', ['2']],
      ['Saturday, November 21, 2026', ['3', '4']],
    ])
    expect(new Set(days.map(({ key }) => key)).size).toBe(3)
  })
})

it('formats chat dates as en-US long form with a 12-hour clock', () => {
  const afternoon = at('2026-11-21T15:05:00')
  expect(formatDay(afternoon)).toBe('Saturday, November 21, 2026')
  expect(formatTime(afternoon)).toMatch(/^3:05\sPM$/)
  expect(formatDateTime(afternoon)).toMatch(/^November 21, 2026 at 3:05\sPM$/)
  expect(formatTime(at('2026-11-21T00:05:00'))).toMatch(/^12:05\sAM$/)
})

it('formats a short date as a time today, a day this year, and with the year otherwise', () => {
  const now = new Date('2026-11-21T18:00:00')
  expect(formatShortDate(at('2026-11-21T09:30:00'), now)).toMatch(/^9:30\sAM$/)
  expect(formatShortDate(at('2026-11-20T09:30:00'), now)).toBe('Nov 20')
  expect(formatShortDate(at('2025-11-20T09:30:00'), now)).toBe('Nov 20, 2025')
})
