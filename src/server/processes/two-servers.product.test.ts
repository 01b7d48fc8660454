import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#server/platform/passwords/demo-password.ts'
import { createFactories, type Factories } from '#server/testing/factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { type FreezingProxy, startFreezingProxy } from '#server/testing/network/freezing-proxy.ts'
import { type ServerProcess, spawnServer, waitUntilReady } from '#server/testing/processes/server-processes.ts'
import { openChat, type SocketClient } from '#server/testing/network/socket-client.ts'
import { within } from '#server/testing/within.ts'
import { createTestDatabase, NEEDS_SERVER, ON_SERVER, type TestDatabase } from '#server/testing/test-db.ts'

describe.skipIf(!ON_SERVER)(`two servers on one PostgreSQL database${NEEDS_SERVER}`, () => {
  let t: TestDatabase
  let make: Factories
  /** Between the second server's listener and the database. */
  let proxy: FreezingProxy
  let first: ServerProcess
  let second: ServerProcess

  beforeAll(async () => {
    t = await createTestDatabase()
    make = createFactories(t.database.db)
    const { hostname: host, port } = new URL(t.databaseUrl ?? '')
    proxy = await startFreezingProxy({ host, port: Number(port) })
    await t.database.pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
    // Together, on an empty database.
    ;[first, second] = await Promise.all([start(), start({ DATABASE_DIRECT_URL: toProxyUrl() })])
    await Promise.all([first, second].map(waitUntilReady))
  })
  afterAll(async () => {
    await Promise.all([first, second].map((server) => server.stop('SIGKILL')))
    proxy.close()
    await t.drop()
  })

  const start = (settings: Record<string, string> = {}) =>
    spawnServer({
      DATABASE_URL: t.databaseUrl ?? '',
      DATA_DIR: t.dataDir,
      DEMO: 'on',
      DRAIN_SECONDS: '1',
      LOG_LEVEL: 'warn',
      ...settings,
    })

  function toProxyUrl(): string {
    const url = new URL(t.databaseUrl ?? '')
    url.host = `127.0.0.1:${proxy.port}`
    return url.href
  }

  const connect = (server: ServerProcess, user: { id: number; cookie: string }) =>
    openChat(server.url.replace('http', 'ws'), user, server.url)

  const hasResynced = ({ frames }: SocketClient) => frames.some((frame) => 'type' in frame && frame.type === 'resync')

  const expectLoggedOut = async (server: ServerProcess, cookie: string) =>
    expect(await server.isLoggedIn(cookie)).toBe(false)

  const findTexts = async (studentId: number): Promise<string[]> => {
    const { rows } = await t.database.pool.query<{ text: string }>(
      'select text from messages where student_id = $1 order by id',
      [studentId],
    )
    return rows.map(({ text }) => text)
  }

  /** Sends messages until it is stopped. A socket may send 40 in ten seconds. */
  function chat(socket: SocketClient, { from, to, everyMs = 300 }: { from: number; to: number; everyMs?: number }) {
    let isDone = false
    const sent: string[] = []
    const sending = (async () => {
      for (let n = 0; !isDone && socket.closeCode === undefined && n < 35; n++) {
        const msg = `message ${n}`
        if (socket.socket.readyState === socket.socket.OPEN) {
          sent.push(msg)
          socket.send({ type: 'chat', sender_id: from, receiver_id: to, msg, client_id: msg })
        }
        await new Promise((resolve) => setTimeout(resolve, everyMs))
      }
    })()
    return {
      sent,
      acknowledged: () => socket.chat.map(({ msg }) => msg),
      stop: async () => {
        isDone = true
        await sending
      },
    }
  }

  it('start together on an empty database, with one admin and one demo academy', async () => {
    const { rows } = await t.database.pool.query<{ admins: number; courses: number; titles: number }>(
      `select (select count(*)::int from users where role = 'admin') as admins, count(*)::int as courses,
        count(distinct title)::int as titles from courses`,
    )
    expect(rows).toEqual([{ admins: 1, courses: expect.any(Number), titles: rows[0]?.courses }])
    expect(rows[0]?.courses).toBeGreaterThan(0)
    // A server is ready before it has printed how to log in.
    for (const server of [first, second]) await eventually(() => expect(server.output()).toContain(DEMO_PASSWORD))
    expect([first, second].filter((server) => server.output().includes('(shown once)'))).toHaveLength(1)
  })

  it('refuse a session within a second of its logout on the other, 20 times', async () => {
    const { id } = await make.signedIn()
    for (let n = 0; n < 20; n++) {
      const cookie = await make.cookie(id)
      expect(await second.isLoggedIn(cookie)).toBe(true)
      await first.call('logout', {}, cookie)
      await within(1_000, () => expectLoggedOut(second, cookie))
    }
  })

  it('agree on maintenance within a second', async () => {
    const admin = await make.signedIn({ role: 'admin' })
    const read = async () => (await second.call('getCourses', { page: 1 })).status
    expect(await read()).toBe(200)
    await first.call('setMaintenance', { status: false }, admin.cookie)
    await within(1_000, async () => expect(await read()).toBe(503))
    await first.call('setMaintenance', { status: true }, admin.cookie)
    await within(1_000, async () => expect(await read()).toBe(200))
  })

  it('run on with servers of other versions, through a flood of their messages', async () => {
    const me = await make.signedIn()
    expect(await second.isLoggedIn(me.cookie)).toBe(true)
    const flood = (n: number) => [
      `{"v":2,"kind":"changed","tags":["site"],"from":"${n}"}`,
      `{"kind":"changed","tags":["courses"],"from":"12-old-${n}"}`,
      `not json ${n}`,
    ]
    const flooding = (async () => {
      for (let n = 0; n < 1_000; n += 50) {
        const payloads = Array.from({ length: 50 }, (_, more) => flood(n + more)).flat()
        await t.database.pool.query("select pg_notify('learn_lantern', payload) from unnest($1::text[]) payload", [
          payloads,
        ])
      }
    })()
    await first.call('logout', {}, me.cookie)
    await within(1_000, () => expectLoggedOut(second, me.cookie))
    await flooding
    for (const server of [first, second]) expect((await server.call('getCourses', { page: 1 })).status).toBe(200)
  })

  it('replace a frozen listener, and tell its sockets to refetch', async () => {
    const [student, admin] = [await make.signedIn(), await make.signedIn({ role: 'admin' })]
    const [sender, receiver] = [await connect(first, student), await connect(second, admin)]
    const loggedOut = await make.cookie(student.id)
    expect(await second.isLoggedIn(loggedOut)).toBe(true)
    proxy.freeze()
    await first.call('logout', {}, loggedOut)
    const conversation = chat(sender, { from: student.id, to: admin.id })
    // Two seconds until the silence is noticed.
    await within(3_000, () => expectLoggedOut(second, loggedOut))
    proxy.thaw()
    await receiver.waitUntil(hasResynced, 20_000)
    await conversation.stop()
    const { body } = await second.call('getMsg', { receiver_id: student.id, page: 1 }, admin.cookie)
    expect(body.msg).toContainEqual(expect.objectContaining({ msg_text: 'message 0' }))
    await Promise.all([sender.close(), receiver.close()])
  })

  it('lose nothing acknowledged when the database restarts', async () => {
    const [student, admin] = [await make.signedIn(), await make.signedIn({ role: 'admin' })]
    const [sender, receiver] = [await connect(first, student), await connect(second, admin)]
    const conversation = chat(sender, { from: student.id, to: admin.id })
    await sender.waitUntil(() => conversation.acknowledged().length > 2, 20_000)
    await restartDatabase()
    // A socket whose session could not be checked is closed, and its browser refetches when it is back.
    await receiver.waitUntil((socket) => hasResynced(socket) || socket.closeCode === 1001, 20_000)
    await Promise.all([first, second].map(waitUntilReady))
    await conversation.stop()
    const me = await make.signedIn()
    expect(await second.isLoggedIn(me.cookie)).toBe(true)
    await first.call('logout', {}, me.cookie)
    await within(1_000, () => expectLoggedOut(second, me.cookie))
    const acknowledged = conversation.acknowledged()
    expect((await findTexts(student.id)).filter((text) => acknowledged.includes(text))).toEqual(acknowledged)
    for (const socket of [sender, receiver]) socket.socket.terminate()
  })

  it('deliver everything that a killed server has acknowledged, once and in order', async () => {
    const [student, admin] = [await make.signedIn(), await make.signedIn({ role: 'admin' })]
    const [sender, receiver] = [await connect(first, student), await connect(second, admin)]
    const conversation = chat(sender, { from: student.id, to: admin.id, everyMs: 20 })
    await sender.waitUntil(() => conversation.acknowledged().length > 10, 20_000)
    await first.stop('SIGKILL')
    await conversation.stop()
    const stored = await findTexts(student.id)
    expect(stored).toEqual(expect.arrayContaining(conversation.acknowledged()))
    await receiver.waitUntil(({ chat: received }) => received.length === stored.length, 20_000)
    expect(receiver.chat.map(({ msg }) => msg)).toEqual(stored)
    expect(await second.isLoggedIn(student.cookie)).toBe(true)
    await receiver.close()
    first = await start()
    await waitUntilReady(first)
    await second.call('logout', {}, student.cookie)
    await within(1_000, () => expectLoggedOut(first, student.cookie))
  })

  it('deliver everything that a server is sent until its drain ends, once and in order', async () => {
    const [student, admin] = [await make.signedIn(), await make.signedIn({ role: 'admin' })]
    const [sender, receiver] = [await connect(first, student), await connect(second, admin)]
    const conversation = chat(sender, { from: student.id, to: admin.id, everyMs: 50 })
    await sender.waitUntil(() => conversation.acknowledged().length > 5, 20_000)
    expect(await first.stop('SIGTERM')).toBe(0)
    await conversation.stop()
    expect(sender.closeCode).toBe(1001)
    const stored = await findTexts(student.id)
    expect(stored).toEqual(conversation.sent)
    expect(conversation.acknowledged()).toEqual(stored.slice(0, conversation.acknowledged().length))
    await receiver.waitUntil(({ chat: received }) => received.length === stored.length, 20_000)
    expect(receiver.chat.map(({ msg }) => msg)).toEqual(stored)
    await receiver.close()
  })

  /** As the servers see it: every connection is cut, and for a moment none is accepted. */
  async function restartDatabase(): Promise<void> {
    const url = new URL(t.databaseUrl ?? '')
    const name = url.pathname.slice(1)
    url.pathname = '/postgres'
    const admin = new Client({ connectionString: url.href })
    await admin.connect()
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await admin.query('select pg_sleep(0.5)')
    await admin.query(`alter database ${name} allow_connections true`)
    await admin.end()
  }
})
