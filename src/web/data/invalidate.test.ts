import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { pages } from './api.ts'
import { invalidateTags } from './invalidate.ts'
import { setUnreadNotifications } from './live/message-cache.ts'
import { createQueryClient } from './query-client.ts'

/** A list of notifications on the screen; each fetch waits for its answer. */
function showNotifications() {
  const waiting: Array<(answer: unknown) => void> = []
  const client = createQueryClient(() => new Promise<never>((resolve) => waiting.push(resolve as never)), {
    retry: false,
  })
  const list = new InfiniteQueryObserver(client, pages('getNotifications', {}))
  list.subscribe(() => null)
  return {
    client,
    getUnread: () => list.getCurrentResult().data?.pages[0]?.msg.unread,
    /** Answers the oldest fetch that waits. */
    answer: async (unread: number) => {
      await vi.waitFor(() => expect(waiting).not.toHaveLength(0))
      waiting.shift()?.({ msg: { unread, notifications: [] }, nextPage: null })
    },
    countWaiting: () => waiting.length,
  }
}

test('what changes during its first fetch is fetched again', async () => {
  const { client, answer, getUnread } = showNotifications()
  const isInvalidated = invalidateTags(client, ['notifications'])
  await answer(0)
  await answer(1)
  await isInvalidated
  expect(getUnread()).toBe(1)
})

test.each([1, 0])('an unread count of %d that arrives during the first fetch is shown', async (unread) => {
  const { client, answer, getUnread } = showNotifications()
  setUnreadNotifications(client, unread)
  await answer(1 - unread)
  await answer(unread)
  await expect.poll(getUnread).toBe(unread)
})

test('what changes during a later fetch is fetched once more', async () => {
  const { client, answer, getUnread, countWaiting } = showNotifications()
  await answer(0)
  await expect.poll(getUnread).toBe(0)
  void invalidateTags(client, ['notifications'])
  const isInvalidated = invalidateTags(client, ['notifications'])
  await expect.poll(countWaiting).toBe(2)
  await answer(7)
  await answer(1)
  await isInvalidated
  expect(getUnread()).toBe(1)
  expect(countWaiting()).toBe(0)
})
