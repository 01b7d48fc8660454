import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { messages, throttles } from '#server/platform/db/schema.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { connectChat, type SocketClient } from '#server/testing/network/socket-client.ts'
import { useTestApp } from '#server/testing/test-app.ts'

/** A busy machine stores messages slowly. */
const PATIENCE_MS = 15_000
const TOO_FAST = 'Too many messages. Please wait a moment'

const t = useTestApp({ THROTTLE: 'on' })

const open: SocketClient[] = []
afterEach(() => {
  for (const client of open.splice(0)) client.socket.terminate()
})

async function join(user: SignedInUser, app = t.app): Promise<SocketClient> {
  const client = await connectChat(app, user)
  open.push(client)
  return client
}

const say = (from: SignedInUser, to: SignedInUser, msg: string) => ({
  type: 'chat',
  sender_id: from.id,
  receiver_id: to.id,
  msg,
})
const countStored = (user: SignedInUser) => t.db.$count(messages, eq(messages.senderId, user.id))
const createPair = async () => [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })] as const

/** As if the user had sent this many in a window that lasts as long as the test. */
async function setSent(user: SignedInUser, points: number, limiter: 'chat' | 'chat-day' = 'chat') {
  const values = { points, expire: Date.now() + 600_000 }
  await t.db
    .insert(throttles)
    .values({ key: `${limiter}:${user.id}`, ...values })
    .onConflictDoUpdate({ target: throttles.key, set: values })
}

test('stores the 20th message in 10 seconds of one user, and no more over all sockets', async () => {
  const [student, admin] = await createPair()
  const sockets = [await join(student), await join(student), await join(student)]
  await setSent(student, 19)
  for (const client of sockets) client.send(say(student, admin, 'at once'))
  const errors = () => sockets.flatMap((client) => client.errors())
  await sockets[0]?.waitUntil(({ chat }) => errors().length === 2 && chat.length === 1, PATIENCE_MS)
  expect(errors()).toEqual([TOO_FAST, TOO_FAST])
  expect(await countStored(student)).toBe(1)
})

test('counts on after a reconnect and on another server, and for each user alone', async () => {
  const [student, admin] = await createPair()
  const other = await t.startSecondServer({})
  await setSent(student, 19)
  const first = await join(student)
  first.send(say(student, admin, 'the last one'))
  await first.waitUntil(({ chat }) => chat.length === 1, PATIENCE_MS)
  await first.close()
  for (const app of [t.app, other.app]) {
    const again = await join(student, app)
    again.send(say(student, admin, 'one more'))
    await again.waitUntil((client) => client.errors().length === 1, PATIENCE_MS)
    expect(again.errors()).toEqual([TOO_FAST])
  }
  const boss = await join(admin)
  boss.send(say(admin, student, 'And I?'))
  await boss.waitUntil(({ chat }) => chat.some(({ from }) => from === admin.id), PATIENCE_MS)
  expect(await countStored(student)).toBe(1)
  for (const client of open.splice(0)) client.socket.terminate()
  await other.close()
})

test('stores messages again after ten seconds', async () => {
  const [student, admin] = await createPair()
  const client = await join(student)
  client.send(say(student, admin, 'first'))
  await client.waitUntil(({ chat }) => chat.length === 1, PATIENCE_MS)
  const [row] = await t.db
    .select()
    .from(throttles)
    .where(eq(throttles.key, `chat:${student.id}`))
  expect((row?.expire ?? 0) - Date.now()).toBeLessThanOrEqual(10_000)
  await t.db
    .update(throttles)
    .set({ points: 20, expire: 1 })
    .where(eq(throttles.key, `chat:${student.id}`))
  client.send(say(student, admin, 'later'))
  await client.waitUntil(({ chat }) => chat.some(({ msg }) => msg === 'later'), PATIENCE_MS)
})

test('stores 2,000 messages of one user a day', async () => {
  const [student, admin] = await createPair()
  const client = await join(student)
  await setSent(student, 1_999, 'chat-day')
  client.send(say(student, admin, 'last'))
  client.send(say(student, admin, 'too late'))
  await client.waitUntil((one) => one.errors().length === 1 && one.chat.length === 1, PATIENCE_MS)
  expect(client.errors()).toEqual(['You can send 2,000 messages a day. Try again tomorrow'])
  expect(await countStored(student)).toBe(1)
})

test('counts no "typing" as a message', async () => {
  const [student, admin] = await createPair()
  const client = await join(student)
  for (let n = 0; n < 10; n++) {
    client.send({ type: 'typing', sender_id: student.id, receiver_id: admin.id })
    client.send(say(student, admin, `${n}`))
  }
  await client.waitUntil(({ chat }) => chat.length === 10, PATIENCE_MS)
  const [day] = await t.db
    .select()
    .from(throttles)
    .where(eq(throttles.key, `chat-day:${student.id}`))
  expect(day?.points).toBe(10)
})
