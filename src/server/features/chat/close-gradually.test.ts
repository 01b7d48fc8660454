import { expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { closeGradually } from './close-gradually.ts'

function createConnections(count: number) {
  const closedAt: number[] = []
  const startedAt = performance.now()
  const connection = { finishFrames: async () => {}, close: () => void closedAt.push(performance.now() - startedAt) }
  return { closedAt, connections: Array.from({ length: count }, () => connection) }
}

test('closes a few sockets at once', async () => {
  const { closedAt, connections } = createConnections(2)
  await closeGradually(connections, new AbortController().signal)
  expect(closedAt).toHaveLength(2)
})

test('closes many sockets one after the other', async () => {
  const { closedAt, connections } = createConnections(50)
  await closeGradually(connections, new AbortController().signal)
  expect(closedAt).toHaveLength(50)
  expect(closedAt.filter((ms) => ms < 100).length).toBeLessThan(20)
  expect(closedAt.at(-1)).toBeGreaterThan(400)
})

test('ends when it is skipped', async () => {
  const { closedAt, connections } = createConnections(1_000)
  const skipping = new AbortController()
  const done = closeGradually(connections, skipping.signal)
  skipping.abort()
  await done
  expect(closedAt.length).toBeGreaterThan(0)
  expect(closedAt.length).toBeLessThan(1_000)
})

test('closes a socket only when what it has sent is stored, and does not wait for it', async () => {
  const { closedAt, connections } = createConnections(2)
  let finish = () => {}
  const storing = new Promise<void>((resolve) => (finish = resolve))
  const [one, other] = connections as [(typeof connections)[0], (typeof connections)[0]]
  await closeGradually([{ ...one, finishFrames: () => storing }, other], new AbortController().signal)
  expect(closedAt).toHaveLength(1)
  finish()
  await eventually(() => expect(closedAt).toHaveLength(2))
})
