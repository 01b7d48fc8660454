import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildMessage } from '#web/testing/factories.ts'
import { PendingMessages } from './pending-messages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SELF = 7
const draft = (text: string, after = 10) => ({ studentId: SELF, text, after })
const stored = (msg_id: number, msg_text: string) => buildMessage({ msg_id, msg_text, sender_id: SELF })

function createPendingMessages() {
  const timedOut: string[] = []
  const pending = new PendingMessages({ onChange: () => {}, onTimeout: ({ text }) => timedOut.push(text) })
  const states = () => pending.entries.map(({ text, state }) => [text, state])
  const sent = (text: string, after?: number) => {
    const { clientId } = pending.add(draft(text, after))
    pending.markSent(clientId)
    return clientId
  }
  return { pending, timedOut, states, sent }
}

it('fails a message after 10 seconds without an answer, and removes it when the answer arrives', () => {
  const { pending, timedOut, states, sent } = createPendingMessages()
  const id = sent('Hello')
  vi.advanceTimersByTime(9_999)
  expect(states()).toEqual([['Hello', 'sending']])
  vi.advanceTimersByTime(1)
  expect(states()).toEqual([['Hello', 'failed']])
  expect(timedOut).toEqual(['Hello'])
  pending.remove(id)
  expect(states()).toEqual([])
})

it('keeps an unsent message queued after it is shown as failed', () => {
  const { pending, states } = createPendingMessages()
  pending.add(draft('Hello'))
  vi.advanceTimersByTime(10_000)
  expect(states()).toEqual([['Hello', 'failed']])
  expect(pending.entries[0]).toMatchObject({ isQueued: true, mayBeStored: false })
})

it('removes a sent message that is among the missed ones, and fails the others', () => {
  const { pending, states, sent } = createPendingMessages()
  sent('Arrived')
  sent('Lost')
  pending.reconcile(SELF, SELF, [stored(11, 'Arrived'), buildMessage({ msg_id: 12, sender_id: 1, msg_text: 'Lost' })])
  expect(states()).toEqual([['Lost', 'failed']])
})

it('removes one of two messages with the same text when one was stored', () => {
  const { pending, states, sent } = createPendingMessages()
  sent('ok')
  sent('ok')
  pending.reconcile(SELF, SELF, [stored(11, 'ok')])
  expect(states()).toEqual([['ok', 'failed']])
})

it('does not count a confirmed message for another of the same text', () => {
  const { pending, states, sent } = createPendingMessages()
  const first = sent('ok')
  sent('ok')
  pending.confirm(first, 11)
  pending.reconcile(SELF, SELF, [stored(11, 'ok')])
  expect(states()).toEqual([['ok', 'failed']])
})

it('ignores an older message of the same text', () => {
  const { pending, states, sent } = createPendingMessages()
  sent('ok', 20)
  pending.reconcile(SELF, SELF, [stored(20, 'ok')])
  expect(states()).toEqual([['ok', 'failed']])
})

it('does not send a retried message again when the first try was stored', () => {
  const { pending, states, sent } = createPendingMessages()
  pending.requeue(sent('Hello'))
  pending.reconcile(SELF, SELF, [stored(11, 'Hello')])
  expect(states()).toEqual([])
})

it('moves a retried message to the end, with the time of the retry', () => {
  const { pending, states, sent } = createPendingMessages()
  const id = sent('First')
  sent('Second')
  const writtenAt = pending.find(id)?.writtenAt ?? ''
  pending.fail(id)
  vi.advanceTimersByTime(1_000)
  pending.requeue(id)
  expect(states()).toEqual([
    ['Second', 'sending'],
    ['First', 'sending'],
  ])
  expect((pending.find(id)?.writtenAt ?? '') > writtenAt).toBe(true)
})

it('shows the server’s reason of a failure', () => {
  const { pending, sent } = createPendingMessages()
  pending.fail(sent('Hello'), 'Too many messages. Please wait a moment')
  expect(pending.entries[0]).toMatchObject({
    state: 'failed',
    reason: 'Too many messages. Please wait a moment',
    isQueued: false,
  })
})
