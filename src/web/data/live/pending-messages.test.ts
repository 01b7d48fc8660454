import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildMessage } from '#web/testing/factories.ts'
import { PendingMessages } from './pending-messages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SELF = 7
const draft = (text: string, after = 10) => ({ studentId: SELF, receiverId: 1, text, after })
const stored = (msg_id: number, msg_text: string) => buildMessage({ msg_id, msg_text, sender_id: SELF })

function anOutbox() {
  const silent: string[] = []
  const outbox = new PendingMessages({ onChange: () => {}, onTimeout: ({ text }) => silent.push(text) })
  const states = () => outbox.entries.map(({ text, state }) => [text, state])
  const sent = (text: string, after?: number) => {
    const { clientId } = outbox.add(draft(text, after))
    outbox.markSent(clientId)
    return clientId
  }
  return { outbox, silent, states, sent }
}

it('a message without an answer has failed after 10 seconds, and is sent all the same when the answer comes', () => {
  const { outbox, silent, states, sent } = anOutbox()
  const id = sent('Hello')
  vi.advanceTimersByTime(9_999)
  expect(states()).toEqual([['Hello', 'sending']])
  vi.advanceTimersByTime(1)
  expect(states()).toEqual([['Hello', 'failed']])
  expect(silent).toEqual(['Hello'])
  outbox.remove(id)
  expect(states()).toEqual([])
})

it('what never went out still waits for a line after it is shown as failed', () => {
  const { outbox, states } = anOutbox()
  outbox.add(draft('Hello'))
  vi.advanceTimersByTime(10_000)
  expect(states()).toEqual([['Hello', 'failed']])
  expect(outbox.entries[0]).toMatchObject({ isQueued: true, mayBeStored: false })
})

it('what went out before the line broke is known again among what was missed', () => {
  const { outbox, states, sent } = anOutbox()
  sent('Arrived')
  sent('Lost')
  outbox.reconcile(SELF, SELF, [stored(11, 'Arrived'), buildMessage({ msg_id: 12, sender_id: 1, msg_text: 'Lost' })])
  expect(states()).toEqual([['Lost', 'failed']])
})

it('one stored message stands for one of two with the same text', () => {
  const { outbox, states, sent } = anOutbox()
  sent('ok')
  sent('ok')
  outbox.reconcile(SELF, SELF, [stored(11, 'ok')])
  expect(states()).toEqual([['ok', 'failed']])
})

it('an older message of the same text is not taken for a newer one', () => {
  const { outbox, states, sent } = anOutbox()
  sent('ok', 20)
  outbox.reconcile(SELF, SELF, [stored(20, 'ok')])
  expect(states()).toEqual([['ok', 'failed']])
})

it('one that is tried again without a line is not written twice when it was stored the first time', () => {
  const { outbox, states, sent } = anOutbox()
  outbox.requeue(sent('Hello'))
  outbox.reconcile(SELF, SELF, [stored(11, 'Hello')])
  expect(states()).toEqual([])
})

it('a refusal says why', () => {
  const { outbox, sent } = anOutbox()
  outbox.fail(sent('Hello'), 'Too many messages. Please wait a moment')
  expect(outbox.entries[0]).toMatchObject({
    state: 'failed',
    reason: 'Too many messages. Please wait a moment',
    isQueued: false,
  })
})
