import { expect, test } from 'vitest'
import { HashQueue } from './hash-queue.ts'
import { getHashQueues, hashPassword, verifyCode, verifyPassword } from './passwords.ts'

/** A task that runs until it is told to end. */
function createTask() {
  let end = () => {}
  const done = new Promise<void>((resolve) => (end = resolve))
  return { run: () => done, end }
}

test('runs a few tasks at once and refuses those beyond its queue', async () => {
  const queue = new HashQueue({ maxRunning: 1, maxQueued: 1 })
  const [first, second] = [createTask(), createTask()]
  const running = [queue.run(first.run), queue.run(second.run)]
  await expect(queue.run(async () => 'third')).rejects.toMatchObject({ code: 'busy', retryAfter: 5 })
  first.end()
  second.end()
  await Promise.all(running)
  expect(await queue.run(async () => 'later')).toBe('later')
})

test('goes on after a task that fails', async () => {
  const queue = new HashQueue({ maxRunning: 1, maxQueued: 5 })
  const failing = queue.run(() => Promise.reject(new Error('no memory')))
  const next = queue.run(async () => 'next')
  await expect(failing).rejects.toThrow('no memory')
  expect(await next).toBe('next')
})

test('a flood of codes and new passwords delays no login', async () => {
  const passwordHash = await hashPassword('a lantern in the fog')
  const flood = Array.from({ length: 20 }, () => [verifyCode('123456', passwordHash), hashPassword('another one')])
  const login = verifyPassword('a lantern in the fog', passwordHash)
  const { logins, hashes } = getHashQueues()
  expect([hashes.running, hashes.waiting, logins.running, logins.waiting]).toEqual([1, 39, 1, 0])
  expect(await login).toBe(true)
  await Promise.all(flood.flat())
})
