import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import { readAnswerDrafts, writeAnswerDrafts } from './answer-drafts.ts'
import { AnswerSaver } from './answer-saver.ts'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A server that can be cut off, or refuse. */
function createSaver(saved: Record<string, QuizAnswer> = {}, isFinalOnceSent = false) {
  const server = { stored: { ...saved }, calls: 0, failure: null as AppError | null }
  const saver = new AnswerSaver({
    userId: 3,
    attemptId: 7,
    saved,
    isFinalOnceSent,
    save: async (questionId, answer) => {
      server.calls++
      if (server.failure) throw server.failure
      server.stored[questionId] = answer
    },
  })
  saver.start()
  return { saver, server }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('shows an answer at once and saves it', async () => {
  const { saver, server } = createSaver({ a: '1' })
  saver.set('b', true)
  expect(saver.getState()).toMatchObject({ answers: { a: '1', b: true }, status: 'saving' })
  await settle()
  expect([server.stored, saver.getState().status]).toEqual([{ a: '1', b: true }, 'saved'])
  expect(readAnswerDrafts(3, 7)).toEqual({})
})

test('sends a typed text after a pause, and once', async () => {
  const { saver, server } = createSaver()
  for (const text of ['P', 'Pa', 'Paris']) saver.set('a', text)
  await vi.advanceTimersByTimeAsync(500)
  expect(server.calls).toBe(0)
  await vi.advanceTimersByTimeAsync(100)
  expect([server.calls, server.stored]).toEqual([1, { a: 'Paris' }])
})

test('keeps trying while the connection is lost, and sends the newest answer when it is back', async () => {
  const { saver, server } = createSaver()
  server.failure = new AppError('connection')
  saver.set('a', 1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(saver.getState().status).toBe('retrying')
  expect(server.calls).toBeGreaterThan(2)
  saver.set('a', 2)
  saver.set('b', 3)
  expect(saver.getState().status).toBe('retrying')
  expect(readAnswerDrafts(3, 7)).toEqual({ a: 2, b: 3 })
  server.failure = null
  window.dispatchEvent(new Event('online'))
  await settle()
  expect([server.stored, saver.getState().status, readAnswerDrafts(3, 7)]).toEqual([{ a: 2, b: 3 }, 'saved', {}])
})

test('sends an answer that changed while it was on its way a second time', async () => {
  const { saver, server } = createSaver()
  saver.set('a', 1)
  const sent = saver.flush()
  saver.set('a', 2)
  await sent
  expect([server.calls, server.stored]).toEqual([2, { a: 2 }])
})

test('restores and sends what an earlier page left behind', async () => {
  writeAnswerDrafts(3, 7, { a: 'left' })
  const { saver, server } = createSaver({ a: 'old', b: 'kept' })
  expect(saver.getState().answers).toEqual({ a: 'left', b: 'kept' })
  await settle()
  expect([server.stored, readAnswerDrafts(3, 7)]).toEqual([{ a: 'left', b: 'kept' }, {}])
})

test('flush ends once everything is saved', async () => {
  const { saver, server } = createSaver()
  server.failure = new AppError('connection')
  saver.set('a', 1)
  let isDone = false
  const flushed = saver.flush().then(() => (isDone = true))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(isDone).toBe(false)
  server.failure = null
  await vi.advanceTimersByTimeAsync(10_000)
  await flushed
  expect(server.stored).toEqual({ a: 1 })
})

test('gives up an answer that the server refuses for good, and tells why', async () => {
  const { saver, server } = createSaver()
  server.failure = new AppError('attempt_ended')
  saver.set('a', 1)
  await settle()
  expect(saver.getState()).toMatchObject({ status: 'refused', error: { code: 'attempt_ended' } })
  expect([server.calls, readAnswerDrafts(3, 7)]).toEqual([1, {}])
})

test('sends the other answers when one is refused for good', async () => {
  writeAnswerDrafts(3, 7, { gone: 1, b: 2, c: 3 })
  const stored: Record<string, QuizAnswer> = {}
  const saver = new AnswerSaver({
    ...{ userId: 3, attemptId: 7, saved: {}, isFinalOnceSent: true },
    save: async (questionId, answer) => {
      if (questionId === 'gone') throw new AppError('question_not_found')
      stored[questionId] = answer
    },
  })
  await saver.flush()
  expect([stored, readAnswerDrafts(3, 7)]).toEqual([{ b: 2, c: 3 }, {}])
  expect(saver.getState()).toMatchObject({ status: 'refused', error: { code: 'question_not_found' } })
})

test('does not call answers saved that are not checked yet', async () => {
  const { saver } = createSaver({}, true)
  expect(saver.getState().status).toBe('saved')
  saver.set('a', '1')
  saver.set('b', '2')
  expect(saver.getState().status).toBe('unchecked')
  await saver.check('a')
  expect(saver.getState().status).toBe('unchecked')
  expect(createSaver({}, true).saver.getState().status).toBe('unchecked')
  await saver.check('b')
  expect(saver.getState().status).toBe('saved')
})

test('keeps an answer that is refused because the session ended, and sends it with the next', async () => {
  const { saver, server } = createSaver()
  server.failure = new AppError('not_signed_in')
  saver.set('a', 1)
  await settle()
  expect(saver.getState()).toMatchObject({ status: 'refused', error: { code: 'not_signed_in' } })
  expect([server.calls, readAnswerDrafts(3, 7)]).toEqual([1, { a: 1 }])
  server.failure = null
  saver.set('b', 2)
  await settle()
  expect([server.stored, saver.getState(), readAnswerDrafts(3, 7)]).toMatchObject([
    { a: 1, b: 2 },
    { status: 'saved', error: null },
    {},
  ])
})

test('sends an answer that would be final only when it is checked, and after a reload not by itself', async () => {
  const first = createSaver({}, true)
  first.saver.set('a', '1')
  first.saver.set('b', '2')
  await vi.advanceTimersByTimeAsync(60_000)
  first.saver.stop()
  await settle()
  expect(first.server.calls).toBe(0)
  const { saver, server } = createSaver({}, true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([saver.getState().answers, server.calls]).toEqual([{ a: '1', b: '2' }, 0])
  await saver.check('b')
  expect(server.stored).toEqual({ b: '2' })
  await saver.flush()
  expect([server.stored, readAnswerDrafts(3, 7)]).toEqual([{ a: '1', b: '2' }, {}])
})

test('sends once more and stops when the page is left', async () => {
  const { saver, server } = createSaver()
  server.failure = new AppError('connection')
  saver.set('a', 1)
  saver.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([server.calls, readAnswerDrafts(3, 7)]).toEqual([1, { a: 1 }])
})
