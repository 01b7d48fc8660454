import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

/** Starts works that end when told, and records the order in which they start. */
function createWorks(queue: FairQueue) {
  const started: string[] = []
  const finish = new Map<string, () => void>()
  const run = (key: string, name: string) =>
    queue.run(key, () => {
      started.push(name)
      return new Promise<string>((resolve) => finish.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    finish.get(name)?.()
    await new Promise(setImmediate)
  }
  return { started, run, end }
}

test('runs as many works at once as it has slots', async () => {
  const { started, run, end } = createWorks(new FairQueue({ slots: 2, slotsPerKey: 2, maxWaitingPerKey: 10 }))
  const works = ['a', 'b', 'c', 'd'].map((name) => run('key', name))
  expect(started).toEqual(['a', 'b'])
  await end('b')
  expect(started).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c', 'd']) await end(name)
  expect(await Promise.all(works)).toEqual(['a', 'b', 'c', 'd'])
})

test('lets keys take turns', async () => {
  const { started, run, end } = createWorks(new FairQueue({ slots: 1, slotsPerKey: 1, maxWaitingPerKey: 100 }))
  for (let n = 0; n < 50; n++) void run('flood', `flood ${n}`)
  void run('honest', 'honest')
  void run('other', 'other')
  for (const name of ['flood 0', 'flood 1', 'honest', 'other']) await end(name)
  expect(started).toEqual(['flood 0', 'flood 1', 'honest', 'other', 'flood 2'])
})

test('keeps slots of other keys free', async () => {
  const { started, run, end } = createWorks(new FairQueue({ slots: Infinity, slotsPerKey: 1, maxWaitingPerKey: 10 }))
  for (const [key, name] of [
    ['a', 'a1'],
    ['a', 'a2'],
    ['b', 'b1'],
  ] as const)
    void run(key, name)
  expect(started).toEqual(['a1', 'b1'])
  await end('b1')
  expect(started).toEqual(['a1', 'b1'])
  await end('a1')
  expect(started).toEqual(['a1', 'b1', 'a2'])
})

test('refuses a key with too many waiting works as busy, and no other key', async () => {
  const { started, run, end } = createWorks(new FairQueue({ slots: 1, slotsPerKey: 1, maxWaitingPerKey: 2 }))
  for (const name of ['a', 'b', 'c']) void run('full', name)
  await expect(run('full', 'd')).rejects.toMatchObject({ code: 'busy', status: 503, retryAfter: 2 })
  void run('other', 'e')
  for (const name of ['a', 'b', 'e', 'c']) await end(name)
  expect(started).toEqual(['a', 'b', 'e', 'c'])
  void run('full', 'f')
  expect(started).toContain('f')
})

test('goes on after failed works', async () => {
  const queue = new FairQueue({ slots: 1, slotsPerKey: 1, maxWaitingPerKey: 10 })
  const failing = queue.run('key', () => Promise.reject(new Error('broken')))
  const next = queue.run('key', () => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
})
