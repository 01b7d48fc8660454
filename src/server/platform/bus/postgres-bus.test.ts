import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'drizzle-orm'
import { Client, type Notification } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { toUser } from '#server/platform/db/user-row.ts'
import { storeMessage } from '#server/features/chat/store-message.ts'
import { eventually } from '#server/testing/eventually.ts'
import { type FreezingProxy, startFreezingProxy } from '#server/testing/network/freezing-proxy.ts'
import { connectChat } from '#server/testing/network/socket-client.ts'
import { createTestClient, type TestClient } from '#server/testing/test-client.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'
import { at } from '#server/testing/at.ts'
import { createPostgresBus } from './postgres-bus.ts'

const CHANNEL = 'learn_lantern'
const PASSWORD = 'a lantern in the fog'

describe.skipIf(!ON_SERVER)(`the bus between two servers${NEEDS_SERVER}`, () => {
  let first: TestApp
  let secondApp: FastifyInstance
  let secondDatabase: Database
  let second: TestClient
  const secondLog: { msg: string; level: number }[] = []
  /** Everything that is sent between the servers. */
  const sent: Record<string, unknown>[] = []
  let observer: Client
  let proxy: FreezingProxy

  beforeAll(async () => {
    first = await createTestApp()
    secondDatabase = await connect({ databaseUrl: first.databaseUrl, dataDir: first.dataDir })
    const { hostname: host, port } = new URL(first.databaseUrl ?? '')
    proxy = await startFreezingProxy({ host, port: Number(port) })
    const proxied = new URL(first.databaseUrl ?? '')
    proxied.host = `127.0.0.1:${proxy.port}`
    secondApp = await buildApp({
      // The second server listens through the proxy.
      env: { ...first.env, logLevel: 'warn', databaseDirectUrl: proxied.href },
      database: secondDatabase,
      logStream: { write: (line) => void secondLog.push(JSON.parse(line) as (typeof secondLog)[number]) },
    })
    second = createTestClient(secondApp)
    observer = new Client({ connectionString: first.databaseUrl })
    await observer.connect()
    observer.on('notification', ({ payload }: Notification) => {
      if (payload?.includes('"v":1')) sent.push(JSON.parse(payload) as Record<string, unknown>)
    })
    await observer.query(`LISTEN ${CHANNEL}`)
  })
  afterAll(async () => {
    await observer.end()
    await secondApp.close()
    await secondDatabase.close()
    proxy.close()
    await first.close()
  })
  beforeEach(async () => {
    await waitForListeners()
  })

  const notify = (payload: string) => first.database.pool.query('select pg_notify($1, $2)', [CHANNEL, payload])

  const findListeners = async (): Promise<number[]> => {
    const { rows } = await first.database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and query = 'LISTEN ${CHANNEL}'`,
    )
    return rows.map(({ pid }) => pid)
  }
  /** Until both servers and the observer listen. */
  const waitForListeners = () =>
    eventually(async () => {
      if ((await findListeners()).length !== 3) throw new Error('A listener is not back yet')
    })

  /** Cuts both servers' listeners at this moment. */
  async function cutListeners(): Promise<void> {
    await first.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'LISTEN ${CHANNEL}' and pid <> $1`,
      [observerPid()],
    )
  }
  const observerPid = () => (observer as Client & { processID: number }).processID

  /** From another database, whose settings stay. */
  async function alterDatabase(change: string): Promise<void> {
    const url = new URL(first.databaseUrl ?? '')
    const name = url.pathname.slice(1)
    url.pathname = '/postgres'
    const admin = new Client({ connectionString: url.href })
    await admin.connect()
    await admin.query(`alter database ${name} ${change}`)
    await admin.end()
  }
  const allowNewConnections = (allowed: boolean) => alterDatabase(`allow_connections ${allowed}`)

  /** Fails unless the second server agrees within a second. */
  async function withinASecond(assertion: () => Promise<void>): Promise<void> {
    const startedAt = performance.now()
    let lastAttemptAt = startedAt
    await eventually(async () => {
      lastAttemptAt = performance.now()
      await assertion()
    })
    expect(lastAttemptAt - startedAt).toBeLessThan(1_000)
  }

  test('survives malformed, unknown and newer messages, and logs each kind once', async () => {
    const me = await first.make.signedIn()
    const socket = await connectChat(secondApp, me)
    const garbage = ['not json', '', 'null', '{"kind":"changed","from":"x"}', '{"kind":"dance","from":"x"}']
    const newer = '{"v":2,"kind":"changed","tags":["site"],"from":"x"}'
    for (const payload of [...garbage, newer, ...garbage, newer]) await notify(payload)
    // Sent last: when it has arrived, the others have too.
    await first.call('logout', {}, me.cookie)
    await socket.waitUntil(({ closeCode }) => closeCode === 4401)
    const ignored = secondLog.map(({ msg }) => msg).filter((msg) => msg.startsWith('the bus ignored'))
    expect(ignored).toEqual([
      'the bus ignored a malformed message; further ones are not logged',
      'the bus ignored a malformed message of the kind changed; further ones are not logged',
      'the bus ignored a message of the unknown kind dance; further ones are not logged',
      'the bus ignored a message of version 2; further ones are not logged',
    ])
  })

  test('works with a server of version 0.1, which sends no version', async () => {
    const student = await first.make.signedIn()
    const admin = await first.make.signedIn({ role: 'admin' })
    expect(await second.isLoggedIn(student.cookie)).toBe(true)
    const socket = await connectChat(secondApp, admin)
    await first.database.pool.query('delete from sessions where user_id = $1', [student.id])
    await notify(`{"kind":"changed","tags":["account:${student.id}"],"from":"12-old"}`)
    await withinASecond(async () => expect(await second.isLoggedIn(student.cookie)).toBe(false))
    await notify(`{"kind":"frame","to":"admins","frame":{"type":"typing","from":${student.id},"to":1},"from":"12-old"}`)
    await socket.waitUntil(({ frames }) => frames.some((frame) => 'type' in frame && frame.type === 'typing'))
    await socket.close()
    // The other way round: version 0.1 takes these fields and ignores `v`.
    sent.length = 0
    await first.call('logout', {}, admin.cookie)
    await eventually(() =>
      expect(sent).toContainEqual({
        v: 1,
        kind: 'changed',
        tags: expect.arrayContaining([`account:${admin.id}`]),
        from: expect.any(String),
      }),
    )
  })

  test('refuses a session within a second that was logged out while the listeners were cut', async () => {
    const me = await first.make.signedIn()
    const elsewhere = await first.make.cookie(me.id)
    const socket = await connectChat(secondApp, { id: me.id, cookie: me.cookie })
    for (const cookie of [me.cookie, elsewhere]) expect(await second.isLoggedIn(cookie)).toBe(true)
    const cutting = cutListeners()
    await first.call('logout', {}, me.cookie)
    await cutting
    await withinASecond(async () => expect(await second.isLoggedIn(me.cookie)).toBe(false))
    await socket.waitUntil(({ closeCode }) => closeCode === 4401)
    expect(await second.isLoggedIn(elsewhere)).toBe(true)
  })

  test('refuses a session within a second when only the publishing server’s listener is cut', async () => {
    const me = await first.make.signedIn()
    const socket = await connectChat(secondApp, me)
    expect(await second.isLoggedIn(me.cookie)).toBe(true)
    const before = await findListeners()
    // The first server opened its listener before the second, and the observer came last.
    const pids = before.filter((pid) => pid !== observerPid()).sort((a, b) => a - b)
    await first.database.pool.query('select pg_terminate_backend($1)', [at(pids)])
    await first.call('logout', {}, me.cookie)
    await withinASecond(async () => expect(await second.isLoggedIn(me.cookie)).toBe(false))
    await socket.waitUntil(({ closeCode }) => closeCode === 4401)
  })

  test('closes sockets for maintenance that began while the listeners were cut', async () => {
    const admin = await first.make.signedIn({ role: 'admin' })
    const student = await first.make.signedIn()
    const sockets = { student: await connectChat(secondApp, student), admin: await connectChat(secondApp, admin) }
    expect((await second.call('getCourses', { page: 1 })).status).toBe(200)
    const cutting = cutListeners()
    await first.call('setMaintenance', { status: false }, admin.cookie)
    await cutting
    await withinASecond(async () => expect((await second.call('getCourses', { page: 1 })).status).toBe(503))
    await sockets.student.waitUntil(({ closeCode }) => closeCode === 1012)
    await first.call('setMaintenance', { status: true }, admin.cookie)
    await withinASecond(async () => expect((await second.call('getCourses', { page: 1 })).status).toBe(200))
    expect(sockets.admin.closeCode).toBeUndefined()
    await sockets.admin.close()
  })

  test('caches nothing while a listener cannot reconnect, and goes on caching afterwards', async () => {
    const me = await first.make.signedIn()
    const course = await first.make.course()
    const read = async () => (await second.call('getCourseData', { course_id: course.id }, me.cookie)).body.msg
    expect(await read()).toMatchObject({ enrolled: false })
    await allowNewConnections(false)
    try {
      await cutListeners()
      // Nobody announces this change, as if its message had been sent in the gap.
      await withinASecond(async () => {
        await first.database.pool.query('update courses set title = $1 where id = $2', ['In the gap', course.id])
        expect(await read()).toMatchObject({ msg: { course: { title: 'In the gap' } } })
      })
      await first.call('enrollCourse', { course_id: course.id }, me.cookie)
      expect(await read()).toMatchObject({ enrolled: true })
      await first.call('logout', {}, me.cookie)
      expect(await second.isLoggedIn(me.cookie)).toBe(false)
    } finally {
      await allowNewConnections(true)
    }
    await waitForListeners()
    const again = await first.make.cookie(me.id)
    const readAgain = async () => (await second.call('getCourseData', { course_id: course.id }, again)).body.msg
    expect(await readAgain()).toMatchObject({ msg: { course: { progress: 0 } } })
    await first.call('completeCourse', { id: at(course.lessons).id, course_id: course.id, value: true }, again)
    await withinASecond(async () => expect(await readAgain()).toMatchObject({ msg: { course: { progress: 33 } } }))
  })

  test('sends an invalidation if and only if its write commits', async () => {
    const me = await first.make.signedIn({ password: PASSWORD })
    const admin = await first.make.signedIn({ role: 'admin' })
    sent.length = 0
    await first.call('deleteUser', { user_id: 999_999 }, admin.cookie)
    await first.call('endUserSessions', { user_id: me.id }, admin.cookie)
    await eventually(() => expect(sent.flatMap(({ tags }) => tags)).toContain(`account:${me.id}`))
    expect(sent.flatMap(({ tags }) => tags)).not.toContain('account:999999')
  })

  test('tells every student of a deleted course, however many', async () => {
    const admin = await first.make.signedIn({ role: 'admin' })
    const course = await first.make.course()
    await first.database.pool.query(
      `with added as (
        insert into users (email, first_name, last_name, course_joined)
        select 'crowd' || n || '@mail.example', 'C', 'D', 1 from generate_series(1, 1000) n returning id
      )
      insert into enrollments (user_id, course_id) select id, $1 from added`,
      [course.id],
    )
    sent.length = 0
    expect((await first.call('deleteCourse', { course_id: course.id }, admin.cookie)).status).toBe(200)
    await eventually(() => {
      const tags = sent.flatMap((message) => (message.kind === 'changed' ? (message.tags as string[]) : []))
      expect(new Set(tags.filter((tag) => tag.startsWith('account:'))).size).toBe(1_000)
    })
  })

  test('reaches the other server’s sockets in the order of sending', async () => {
    const student = await first.make.signedIn()
    const admin = await first.make.signedIn({ role: 'admin' })
    const [sender, receiver] = [await connectChat(first.app, student), await connectChat(secondApp, admin)]
    const texts = Array.from({ length: 15 }, (_, n) => `message ${n}`)
    for (const msg of texts)
      sender.send({ type: 'chat', sender_id: student.id, receiver_id: admin.id, msg, client_id: msg })
    await receiver.waitUntil(({ chat }) => chat.length === texts.length)
    expect(receiver.chat.map(({ msg }) => msg)).toEqual(texts)
    await Promise.all([sender.close(), receiver.close()])
  })

  test('notices a frozen listener within two seconds, and caches nothing until it is replaced', async () => {
    const me = await first.make.signedIn()
    const socket = await connectChat(secondApp, me)
    expect(await second.isLoggedIn(me.cookie)).toBe(true)
    proxy.freeze()
    try {
      const frozenAt = performance.now()
      await first.call('logout', {}, me.cookie)
      let lastAttemptAt = frozenAt
      await eventually(async () => {
        lastAttemptAt = performance.now()
        expect(await second.isLoggedIn(me.cookie)).toBe(false)
      })
      expect(lastAttemptAt - frozenAt).toBeLessThan(3_000)
    } finally {
      proxy.thaw()
    }
    await socket.waitUntil(({ closeCode }) => closeCode === 4401)
  })

  test('leaves a database that has become read-only once its address leads to one that takes writes', async () => {
    // Open connections keep what they began with.
    await alterDatabase('set default_transaction_read_only = on')
    try {
      await cutListeners()
      await waitForListeners()
      const before = await findListeners()
      secondLog.length = 0
      await pause(2_500)
      expect(await findListeners()).toEqual(before)
    } finally {
      await alterDatabase('reset default_transaction_read_only')
    }
    await eventually(() => expect(secondLog.map(({ msg }) => msg)).toContain('the bus lost its connection'))
    await waitForListeners()
    const me = await first.make.signedIn()
    expect(await second.isLoggedIn(me.cookie)).toBe(true)
    await first.call('logout', {}, me.cookie)
    await withinASecond(async () => expect(await second.isLoggedIn(me.cookie)).toBe(false))
  })

  test('tells open sockets to refetch after a gap, also of messages that were stored in it', async () => {
    const student = await first.make.signedIn()
    const admin = await first.make.signedIn({ role: 'admin' })
    const [sender, receiver] = [await connectChat(first.app, student), await connectChat(secondApp, admin)]
    await allowNewConnections(false)
    try {
      await cutListeners()
      sender.send({ type: 'chat', sender_id: student.id, receiver_id: admin.id, msg: 'In the gap', client_id: 'a' })
      await sender.waitUntil(({ chat }) => chat.length === 1)
    } finally {
      await allowNewConnections(true)
    }
    await receiver.waitUntil(({ frames }) => frames.some((frame) => 'type' in frame && frame.type === 'resync'))
    const { body } = await second.call('getMsg', { receiver_id: student.id, page: 1 }, admin.cookie)
    expect(body.msg).toMatchObject([{ msg_text: 'In the gap' }])
    await Promise.all([sender.close(), receiver.close()])
  })

  test('tells open sockets to refetch once a message can be loaded that could not', async () => {
    const student = await first.make.signedIn()
    const admin = await first.make.signedIn({ role: 'admin' })
    const [sender, receiver] = [await connectChat(first.app, student), await connectChat(secondApp, admin)]
    const { pool } = secondDatabase
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    secondLog.length = 0
    try {
      sender.send({ type: 'chat', sender_id: student.id, receiver_id: admin.id, msg: 'Missed', client_id: 'a' })
      await eventually(() =>
        expect(secondLog.map(({ msg }) => msg)).toContain('a message was stored and not delivered'),
      )
    } finally {
      for (const client of clients) client.release()
    }
    await receiver.waitUntil(({ frames }) => frames.some((frame) => 'type' in frame && frame.type === 'resync'))
    const { body } = await second.call('getMsg', { receiver_id: student.id, page: 1 }, admin.cookie)
    expect([receiver.chat, body.msg]).toMatchObject([[], [{ msg_text: 'Missed' }]])
    await Promise.all([sender.close(), receiver.close()])
  })

  /** A third server without sockets. */
  const openBus = () =>
    createPostgresBus({
      db: first.db,
      url: first.databaseUrl ?? '',
      listener: { onBusMessage: () => {}, connected: () => {} },
      log: first.app.log,
    })

  test('delivers a message elsewhere if and only if it was stored, even when its server stops right after', async () => {
    const student = await first.make.signedIn()
    const admin = await first.make.signedIn({ role: 'admin' })
    const receiver = await connectChat(secondApp, admin)
    const bus = await openBus()
    const store = (text: string, shouldFail: boolean) =>
      bus.announced(
        first.db,
        (tx) => storeMessage(tx, toUser({ ...student, isActive: true }), { receiverId: admin.id, text }),
        ({ id }) => {
          if (shouldFail) throw new Error('rolled back')
          return { kind: 'message', id }
        },
      )
    await expect(store('Rolled back', true)).rejects.toThrow('rolled back')
    await store('Stored', false)
    await receiver.waitUntil(({ chat }) => chat.length === 1)
    expect(receiver.chat.map(({ msg }) => msg)).toEqual(['Stored'])
    await Promise.all([receiver.close(), bus.close()])
  })

  test('sends what comes up at once in a few statements, each tag once and messages in order', async () => {
    const bus = await openBus()
    sent.length = 0
    const writes = Array.from({ length: 500 }, (_, n) => bus.invalidate(['courses', `account:${n + 1}`]))
    for (let id = 1; id <= 100; id++) bus.publish({ kind: 'message', id })
    await Promise.all(writes)
    await bus.close()
    await eventually(() => expect(sent.filter(({ kind }) => kind === 'message')).toHaveLength(100))
    const tags = sent.flatMap((message) => (message.kind === 'changed' ? (message.tags as string[]) : []))
    expect(tags).toHaveLength(501)
    expect(new Set(tags).size).toBe(501)
    const ids = sent.flatMap(({ kind, id }) => (kind === 'message' ? [id] : []))
    expect(ids).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
  })

  test('agrees on a logout within a second while 1,000 writes are announced', async () => {
    const me = await first.make.signedIn()
    const bus = await openBus()
    expect(await second.isLoggedIn(me.cookie)).toBe(true)
    const write = (n: number) =>
      n % 2 === 0
        ? bus.invalidate(['courses', `account:${900_000 + n}`])
        : bus.transaction(
            first.db,
            (tx) => tx.execute(sql`select 1`),
            () => ['reviews', `account:${900_000 + n}`],
          )
    // Fewer at once than the pool has connections.
    const writes = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 125; n++) await write(8 * n + writer)
    })
    await first.call('logout', {}, me.cookie)
    await withinASecond(async () => expect(await second.isLoggedIn(me.cookie)).toBe(false))
    await Promise.all(writes)
    await bus.close()
  })

  test('agrees on a logout within a second while the same server announces writes of its own', async ({ annotate }) => {
    const me = await first.make.signedIn()
    const writers = await Promise.all(Array.from({ length: 20 }, () => first.make.signedIn()))
    expect(await second.isLoggedIn(me.cookie)).toBe(true)
    let [written, oneByOne, isDone] = [0, 0, false]
    const startedAt = performance.now()
    const writing = writers.map(async ({ cookie }) => {
      for (; !isDone; written++) expect((await first.call('readNotifications', {}, cookie)).status).toBe(200)
    })
    const notifying = (async () => {
      for (; !isDone; oneByOne++) await first.database.pool.query("select pg_notify('nobody', '')")
    })()
    // What is not sent at once piles up meanwhile.
    await eventually(() => expect(written).toBeGreaterThan(1_000))
    const loggingOut = first.call('logout', {}, me.cookie)
    await withinASecond(async () => expect(await second.isLoggedIn(me.cookie)).toBe(false))
    const seconds = (performance.now() - startedAt) / 1_000
    isDone = true
    await Promise.all([loggingOut, notifying, ...writing])
    await annotate(`${Math.round(written / seconds)} writes a second, ${Math.round(oneByOne / seconds)} one by one`)
    // Messages that leave one round trip at a time do not keep up with this.
    expect(written).toBeGreaterThan(2 * oneByOne)
  })
})
