import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildApp } from '#server/app.ts'
import { ApiPipeline } from '#server/pipeline/api-pipeline.ts'
import { connect } from '#server/platform/db/connect.ts'
import { messages, sessions, users } from '#server/platform/db/schema.ts'
import type { FinishedQuery } from '#server/platform/db/connection/watch-queries.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { connectChat, startListening, SocketClient } from '#server/testing/network/socket-client.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { NEEDS_EMBEDDED, NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'

const ORIGIN = 'http://localhost:3000'

let t: TestApp
let url: string
type SignedInUser = Awaited<ReturnType<TestApp['make']['signedIn']>>
let student: SignedInUser
let admin: SignedInUser
const open: SocketClient[] = []
beforeAll(async () => {
  t = await createTestApp()
  url = await startListening(t.app)
})
beforeEach(async () => {
  ;[student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
})
afterEach(async () => {
  for (const client of open.splice(0)) client.socket.terminate()
})
afterAll(() => t.close())

async function join(user: { id: number; cookie: string }, app: FastifyInstance = t.app): Promise<SocketClient> {
  const client = await connectChat(app, user)
  open.push(client)
  return client
}

function dial(headers: Record<string, string>): SocketClient {
  const client = new SocketClient(url, headers)
  open.push(client)
  return client
}

const stored = () => t.db.select().from(messages).where(eq(messages.studentId, student.id)).orderBy(messages.id)
const say = (from: SignedInUser, to: SignedInUser, msg: string, more = {}) => ({
  type: 'chat',
  sender_id: from.id,
  receiver_id: to.id,
  msg,
  ...more,
})

describe('a message', () => {
  test('is stored and reaches every socket of both ends, the sender’s too', async () => {
    const clients = [await join(student), await join(student), await join(admin)]
    clients[0]?.send(say(student, admin, '  Is there a certificate?  ', { client_id: 'mine-1' }))
    for (const client of clients) await client.waitUntil(({ chat }) => chat.length === 1)
    const [row] = await stored()
    expect(row).toMatchObject({ senderId: student.id, receiverId: admin.id, text: 'Is there a certificate?' })
    const frame = {
      msg_id: row?.id,
      msg: 'Is there a certificate?',
      date: row?.createdAt.toISOString(),
      to: admin.id,
      from: student.id,
    }
    expect(clients.map(({ chat }) => chat)).toEqual([
      [{ ...frame, client_id: 'mine-1' }],
      [{ ...frame, client_id: 'mine-1' }],
      [frame],
    ])
  })

  test.skipIf(ON_SERVER)(
    `of a student is stored by one statement, which waits for no other${NEEDS_EMBEDDED}`,
    async () => {
      const client = await join(student)
      const queries: FinishedQuery[] = []
      const stop = t.database.onQuery((query) => queries.push(query))
      client.send(say(student, admin, 'In one go'))
      await client.waitUntil(({ chat }) => chat.length === 1)
      stop()
      const stores = queries.find(({ text }) => text.includes('insert into "messages"'))
      expect(stores).toBeDefined()
      expect(queries.filter(({ requestId }) => requestId === stores?.requestId)).toEqual([stores])
    },
  )

  test('of an admin is delivered once it is stored, whatever fails afterwards', async () => {
    const [boss, pupil] = [await join(admin), await join(student)]
    changeMeanwhile(t.database, 'commit', 'ALTER TABLE notifications RENAME TO away')
    boss.send(say(admin, student, 'Stored', { client_id: 'a' }))
    try {
      for (const client of [boss, pupil]) await client.waitUntil(({ chat }) => chat.length === 1)
    } finally {
      await t.db.execute(sql`alter table if exists away rename to notifications`)
    }
    expect(boss.errors()).toEqual([])
    expect(pupil.frames).toContainEqual({ type: 'notifications', unread: 1 })
    expect(await stored()).toHaveLength(1)
  })

  test('of an admin reaches every admin and no other student', async () => {
    const [second, stranger] = [await t.make.signedIn({ role: 'admin' }), await t.make.signedIn()]
    const [first, other, pupil, alien] = [
      await join(admin),
      await join(second),
      await join(student),
      await join(stranger),
    ]
    first.send(say(admin, student, 'There is.'))
    for (const client of [first, other, pupil]) await client.waitUntil(({ chat }) => chat.length === 1)
    await sleep(100)
    expect(alien.chat).toEqual([])
  })

  test('keeps its order and its text', async () => {
    const [from, to] = [await join(student), await join(admin)]
    const texts = [
      '<img src=x onerror="alert(1)">',
      '{"type":"chat"}',
      '👩‍👩‍👧‍👦 ünï',
      'a\nb',
      "'; drop table messages; --",
      'x'.repeat(4_000),
    ]
    for (const text of texts) from.send(say(student, admin, text))
    await to.waitUntil(({ chat }) => chat.length === texts.length)
    expect(to.chat.map(({ msg }) => msg)).toEqual(texts)
    expect((await stored()).map(({ text }) => text)).toEqual(texts)
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['4,001 characters', 'x'.repeat(4_001)],
    ['a control character', 'a\u0000b'],
    ['half a surrogate pair', '\ud83d'],
  ])('of %s is refused and not stored', async (_name, msg) => {
    const client = await join(student)
    client.send(say(student, admin, msg, { client_id: 'c' }))
    await client.waitUntil(({ frames }) =>
      frames.some((frame) => 'type' in frame && frame.type === 'error' && frame.client_id === 'c'),
    )
    expect(await stored()).toEqual([])
  })

  test('is refused as long as the database is away, in the words for that', async () => {
    const client = await join(student)
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const handleFrame = vi.spyOn(ApiPipeline.prototype, 'handleFrame').mockRejectedValueOnce(away)
    client.send(say(student, admin, 'hello', { client_id: 'c' }))
    await client.waitUntil(({ frames }) => frames.some((frame) => 'type' in frame && frame.type === 'error'))
    handleFrame.mockRestore()
    expect(client.frames.at(-1)).toMatchObject({ msg: new AppError('not_ready').message, client_id: 'c' })
  })

  test('is sent as the session’s user, whatever the frame says', async () => {
    const [mine, victim] = [await join(student), await t.make.signedIn()]
    mine.send({
      ...say(student, admin, 'me'),
      sender_id: victim.id,
      from: victim.id,
      msg_id: 1,
      date: '2001-01-01',
      role: 'admin',
    })
    await mine.waitUntil(({ chat }) => chat.length === 1)
    expect(mine.chat[0]).toMatchObject({ from: student.id, to: admin.id })
    expect(await t.db.select().from(messages).where(eq(messages.senderId, victim.id))).toEqual([])
  })

  test('is refused from student to student and from admin to admin', async () => {
    const [pupil, boss, other, secondAdmin] = [
      await join(student),
      await join(admin),
      await t.make.user(),
      await t.make.user({ role: 'admin' }),
    ]
    for (const id of [other.id, student.id, 999_999_999])
      pupil.send({ type: 'chat', sender_id: student.id, receiver_id: id, msg: 'x' })
    for (const id of [secondAdmin.id, admin.id, 999_999_999])
      boss.send({ type: 'chat', sender_id: admin.id, receiver_id: id, msg: 'x' })
    await pupil.waitUntil((client) => client.errors().length === 3)
    await boss.waitUntil((client) => client.errors().length === 3)
    const notAllowed = 'You don’t have permission to do this'
    for (const client of [pupil, boss]) expect(client.errors()).toEqual([notAllowed, notAllowed, 'User not found'])
    expect(await t.db.select().from(messages).where(eq(messages.text, 'x'))).toEqual([])
  })
})

describe('the socket', () => {
  test('closes with 4401 without a session and with 4403 for a foreign origin', async () => {
    const cookie = student.cookie
    const tries: [Record<string, string>, number][] = [
      [{ origin: ORIGIN }, 4401],
      [{ origin: ORIGIN, cookie: 'sid=nonsense' }, 4401],
      [{ cookie }, 4403],
      [{ cookie, origin: 'https://evil.example' }, 4403],
      [{ cookie, origin: 'null' }, 4403],
      [{ cookie, origin: `${ORIGIN}.evil.example` }, 4403],
    ]
    for (const [headers, code] of tries) {
      const client = dial(headers)
      await client.waitUntil(({ closeCode }) => closeCode !== undefined)
      expect([headers, client.closeCode]).toEqual([headers, code])
      expect(client.frames).toEqual([])
    }
  })

  test('exists only at /ws', async () => {
    const { WebSocket } = await import('ws')
    for (const path of ['/', '/ws/x', '/api/session', '/wss']) {
      const socket = new WebSocket(url + path, { headers: { cookie: student.cookie, origin: ORIGIN } })
      const [error] = (await once(socket, 'error')) as [Error]
      expect(error.message).toContain('404')
    }
  })

  test('leaves requests that offer another protocol to HTTP, or says that they must not', async () => {
    const client = createConnection(Number(new URL(url).port), '127.0.0.1')
    client.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: Upgrade, close\r\nupgrade: h2c\r\n\r\n')
    const answer = (await client.setEncoding('utf8').toArray()).join('')
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    // Node 22.21, 24.9 and later take it as a request.
    const code = head.startsWith('HTTP/1.1 200') ? undefined : 'invalid_input'
    expect([head, JSON.parse(body)]).toEqual([
      expect.stringMatching(code ? /^HTTP\/1.1 400 / : /^HTTP\/1.1 200 /),
      code
        ? { status: false, code, msg: 'Send the request again without Upgrade' }
        : expect.objectContaining({ status: true }),
    ])
  })

  test('closes when init names another user', async () => {
    const client = dial({ cookie: student.cookie, origin: ORIGIN })
    await once(client.socket, 'open')
    client.send({ type: 'init', sender_id: admin.id })
    await client.waitUntil(({ closeCode }) => closeCode === 1008)
  })

  test('refuses messages before init', async () => {
    const client = dial({ cookie: student.cookie, origin: ORIGIN })
    await once(client.socket, 'open')
    client.send(say(student, admin, 'too soon'))
    await client.waitUntil((heard) => heard.errors().includes('Send init first'))
    expect(await stored()).toEqual([])
  })

  test('answers malformed frames with an error and stays open', async () => {
    const client = await join(student)
    const junk = [
      '',
      'nonsense',
      '[]',
      'null',
      '1',
      '{"type":"destroy"}',
      '{"type":["chat"]}',
      '{"type":"constructor"}',
      '{"type":"chat"}',
      '['.repeat(5_000),
      '{"__proto__":{"role":"admin"}}',
    ]
    for (const text of junk) client.send(text)
    client.send(Buffer.from([0, 1, 2, 255]))
    await client.waitUntil((heard) => heard.errors().length === junk.length + 1)
    expect([...new Set(client.errors())]).toEqual(['The request is invalid', 'An id must be a positive whole number'])
    client.send(say(student, admin, 'still here'))
    await client.waitUntil(({ chat }) => chat.length === 1)
  })

  test('refuses messages of an admin who views the site as a student', async () => {
    await t.call('setViewAsStudent', { on: true }, admin.cookie)
    const client = await join(admin)
    client.send(say(admin, student, 'as a student', { client_id: 'c' }))
    await client.waitUntil((heard) =>
      heard.errors().some((text) => text.startsWith('You are viewing the site as a student')),
    )
    expect(await stored()).toEqual([])
  })

  test('closes with 1009 on a frame that is too large', async () => {
    const client = await join(student)
    client.send(say(student, admin, 'x'.repeat(20_000)))
    await client.waitUntil(({ closeCode }) => closeCode === 1009)
  })

  test('closes on more than 40 frames in 10 seconds', async () => {
    const client = await join(student)
    for (let n = 0; n < 41; n++) client.send('nonsense')
    await client.waitUntil(({ closeCode }) => closeCode === 1008)
  })

  test('drops what waits of a socket that is closed for its flood', async () => {
    const [pupil, other, boss] = [await join(student), await t.make.signedIn(), await join(admin)]
    for (let n = 0; n < 41; n++) pupil.send(say(student, admin, `flood ${n}`))
    await pupil.waitUntil(({ closeCode }) => closeCode === 1008)
    const calm = await join(other)
    for (let n = 0; n < 20; n++) calm.send(say(other, admin, `calm ${n}`))
    await boss.waitUntil(({ chat }) => chat.filter(({ from }) => from === other.id).length === 20)
    expect((await stored()).length).toBeLessThan(5)
  })

  test('drops "typing" beyond 20 in 10 seconds, and stores messages between them', async () => {
    const [pupil, boss] = [await join(student), await join(admin)]
    const typing = { type: 'typing', sender_id: student.id, receiver_id: admin.id }
    for (let n = 0; n < 60; n++) pupil.send(typing)
    for (let n = 0; n < 15; n++) pupil.send(say(student, admin, `${n}`))
    await boss.waitUntil(({ chat }) => chat.length === 15)
    expect(boss.frames.filter((frame) => 'type' in frame && frame.type === 'typing')).toHaveLength(20)
    expect(pupil.errors()).toEqual([])
  })

  test('stores what it has received before the server stops, and acknowledges what came before the close', async () => {
    const server = await t.startSecondServer({})
    const clients = await Promise.all([1, 2, 3].map(() => join(student, server.app)))
    for (const client of clients) for (let n = 0; n < 6; n++) client.send(say(student, admin, `${n}`))
    // The first ones have arrived.
    await clients[0]?.waitUntil(({ chat }) => chat.length > 0)
    await server.close()
    // Without waiting any longer: the database is closed after the server.
    expect(await stored()).toHaveLength(18)
    await clients[0]?.waitUntil(({ closeCode }) => closeCode === 1001)
  })

  test('refuses a sixth connection of one user', async () => {
    for (let n = 0; n < 5; n++) await join(student)
    const sixth = dial({ cookie: student.cookie, origin: ORIGIN })
    await sixth.waitUntil(({ closeCode }) => closeCode === 1008)
    await open[0]?.close()
    await join(student)
  })

  test('closes within a second of a logout, an ended session, a deleted account or a changed role', async () => {
    const ends: ((user: SignedInUser) => Promise<unknown>)[] = [
      (user) => t.call('logout', {}, user.cookie),
      async (user) => t.call('endOtherSessions', {}, await t.make.cookie(user.id)),
      (user) => t.call('deleteAccount', { confirmation: user.email }, user.cookie),
    ]
    for (const end of ends) {
      const user = await t.make.signedIn()
      const client = await join(user)
      await end(user)
      await client.waitUntil(({ closeCode }) => closeCode === 4401, 1_000)
    }
    const demoted = await join(admin)
    await t.db.update(users).set({ role: 'student' }).where(eq(users.id, admin.id))
    await t.call('endOtherSessions', {}, admin.cookie)
    await demoted.waitUntil(({ closeCode }) => closeCode === 4401, 1_000)
  })

  test('closes with 4401 on the first frame after the session has expired', async () => {
    const expiry = { idleUntil: sql`now() + interval '2 seconds'` }
    await t.db.update(sessions).set(expiry).where(eq(sessions.userId, student.id))
    const client = await join(student)
    await sleep(2_000)
    client.send(say(student, admin, 'Am I still here?'))
    await client.waitUntil(({ closeCode }) => closeCode === 4401)
    expect(await stored()).toEqual([])
  })

  test('closes students’ connections with 1012 in maintenance, and keeps admins’ open', async () => {
    const [pupil, boss] = [await join(student), await join(admin)]
    await t.call('setMaintenance', { status: false }, admin.cookie)
    await pupil.waitUntil(({ closeCode }) => closeCode === 1012, 1_000)
    const again = dial({ cookie: student.cookie, origin: ORIGIN })
    await again.waitUntil(({ closeCode }) => closeCode === 1012)
    boss.send(say(admin, student, 'Back in a minute'))
    await boss.waitUntil(({ chat }) => chat.length === 1)
    await t.call('setMaintenance', { status: true }, admin.cookie)
    await join(student)
  })

  test('stores nothing in maintenance from a client that ignores the close', async () => {
    const pupil = await join(student)
    pupil.socket.pause()
    await t.call('setMaintenance', { status: false }, admin.cookie)
    pupil.send(say(student, admin, 'Still here'))
    pupil.socket.resume()
    await pupil.waitUntil(({ closeCode }) => closeCode === 1012)
    await t.call('setMaintenance', { status: true }, admin.cookie)
    expect(await stored()).toEqual([])
  })

  test('relays typing to the other end', async () => {
    const [pupil, boss] = [await join(student), await join(admin)]
    pupil.send({ type: 'typing', sender_id: student.id, receiver_id: admin.id })
    await boss.waitUntil(({ frames }) =>
      frames.some((frame) => 'type' in frame && frame.type === 'typing' && frame.from === student.id),
    )
    boss.send({ type: 'typing', sender_id: admin.id, receiver_id: student.id })
    await pupil.waitUntil(({ frames }) =>
      frames.some((frame) => 'type' in frame && frame.type === 'typing' && frame.from === admin.id),
    )
  })
})

test('returns messages from getMsg that arrived while the socket was disconnected', async () => {
  const [pupil, boss] = [await join(student), await join(admin)]
  boss.send(say(admin, student, 'one'))
  await pupil.waitUntil(({ chat }) => chat.length === 1)
  pupil.socket.terminate()
  boss.send(say(admin, student, 'two'))
  await boss.waitUntil(({ chat }) => chat.length === 2)
  await join(student)
  const { body } = await t.call('getMsg', { page: 1 }, student.cookie)
  expect(body.msg).toMatchObject([{ msg_text: 'two' }, { msg_text: 'one' }])
})

test('closes sockets with 1001 when the server stops', async () => {
  const own = await buildApp({ env: t.env, database: t.database })
  const client = await join(student, own)
  await own.close()
  await client.waitUntil(({ closeCode }) => closeCode === 1001)
})

test.runIf(ON_SERVER)(
  `two processes on one PostgreSQL deliver each other’s messages once and in order${NEEDS_SERVER}`,
  async () => {
    const database = await connect(t.env)
    const other = await buildApp({ env: t.env, database })
    const [here, there] = [await join(student), await join(admin, other)]
    for (let n = 0; n < 9; n++) {
      here.send(say(student, admin, `question ${n}`, { client_id: `q${n}` }))
      there.send(say(admin, student, `answer ${n}`))
    }
    for (const client of [here, there]) {
      await client.waitUntil(({ chat }) => chat.length === 18)
      const questions = client.chat.filter(({ msg }) => msg.startsWith('question')).map(({ msg }) => msg)
      expect(questions).toEqual(Array.from({ length: 9 }, (_, n) => `question ${n}`))
      expect(new Set(client.chat.map(({ msg_id }) => msg_id)).size).toBe(18)
    }
    await t.call('setMaintenance', { status: false }, admin.cookie)
    await here.waitUntil(({ closeCode }) => closeCode === 1012, 1_000)
    await t.call('setMaintenance', { status: true }, admin.cookie)
    await other.close()
    await database.close()
  },
)
