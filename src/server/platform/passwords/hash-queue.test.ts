import { expect, test } from 'vitest'
import { HashQueue } from './hash-queue.ts'

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

test('a full queue does not delay another one', async () => {
  const [logins, others] = [0, 0].map(() => new HashQueue({ maxRunning: 1, maxQueued: 1 }))
  const endless = createTask()
  const stuck = others?.run(endless.run)
  expect(await logins?.run(async () => 'in')).toBe('in')
  endless.end()
  await stuck
})
