import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Connection } from '#server/features/chat/connection.ts'
import { messages } from '#server/platform/db/schema.ts'
import { HOST, openRawClient, openRawClientAt } from '#server/testing/network/raw-http.ts'
import { connectChat, type SocketClient } from '#server/testing/network/socket-client.ts'
import { eventually } from '#server/testing/eventually.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { ON_SERVER } from '#server/testing/test-db.ts'
import { drain } from './draining.ts'

let t: TestApp
/** A process that goes on. */
let other: TestApp | undefined
let skip: AbortController
beforeEach(async () => {
  skip = new AbortController()
  t = await createTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  await other?.close()
  other = undefined
  await t.close()
})

const fetchPath = async (path: string) => {
  const { port } = t.app.server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  const body = (await response.json()) as { status: boolean; code?: string; msg?: string }
  return { status: response.status, connection: response.headers.get('connection'), body }
}

const BODY = JSON.stringify({ page: 1 })
const HEAD = `POST /api/getCourses HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`

describe('a draining server', () => {
  test('fails /readyz at once, and serves on until the wait is over', async () => {
    const student = await t.make.signedIn()
    const socket = await connectChat(t.app, student)
    expect((await fetchPath('/readyz')).body).toEqual({ status: true, msg: 'ready' })
    const done = drain(t.app, 300, skip.signal)
    expect(await fetchPath('/readyz')).toEqual({
      status: 503,
      connection: 'close',
      body: { status: false, code: 'not_ready', msg: 'The process is stopping' },
    })
    expect(await fetchPath('/healthz')).toMatchObject({ status: 200, connection: 'close' })
    expect(await fetchPath('/api/getMaintenace')).toMatchObject({ status: 200, connection: 'close' })
    const admin = await t.make.signedIn({ role: 'admin' })
    const late = await connectChat(t.app, admin)
    socket.send({ type: 'chat', sender_id: student.id, receiver_id: admin.id, msg: 'still here', client_id: 'a' })
    await late.waitUntil(({ chat }) => chat.length === 1)
    skip.abort()
    await done
    for (const one of [socket, late]) await one.waitUntil(({ closeCode }) => closeCode === 1001)
  })

  test('answers the requests in flight, sockets closed, and refuses connections', async () => {
    const socket = await connectChat(t.app, await t.make.signedIn())
    const [slow, next] = [openRawClient(t.app), openRawClient(t.app)]
    slow.socket.write(HEAD + BODY.slice(0, 3))
    next.socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\nGET /healthz HTTP/1.1\r\n`)
    await eventually(() => expect(next.received()).toContain('alive'))
    const done = drain(t.app, 0, skip.signal)
    await socket.waitUntil(({ closeCode }) => closeCode === 1001)
    const refused = openRawClientAt(slow.socket.remotePort ?? 0)
    const [error] = await once(refused.socket, 'error')
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    slow.socket.write(BODY.slice(3))
    // The second request of a connection that was in use when the server began to close.
    next.socket.write(`${HOST}\r\n`)
    await Promise.all([slow.closed, next.closed, done])
    expect(slow.received()).toMatch(/^HTTP\/1.1 200 [^]*connection: close[^]*"status":true/)
    expect(next.received().match(/HTTP\/1.1 200/g)).toHaveLength(2)
  })

  test('closes its port soon, also when every turn of the event loop is busy', async () => {
    let isBusy = true
    const keepBusy = () => {
      for (const until = performance.now() + 3; performance.now() < until;);
      if (isBusy) setImmediate(keepBusy)
    }
    keepBusy()
    const startedAt = performance.now()
    const closed = once(t.app.server, 'close').then(() => performance.now() - startedAt)
    const done = drain(t.app, 0, skip.signal)
    expect(await closed.finally(() => (isBusy = false))).toBeLessThan(4_000)
    await done
  })

  test('answers the first request of a connection that had sent nothing when the server began to close', async () => {
    const [fresh, idle] = [openRawClient(t.app), openRawClient(t.app)]
    idle.socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`)
    await eventually(() => expect(idle.received()).toContain('alive'))
    await eventually(async () => expect(await countConnections()).toBe(2))
    const done = drain(t.app, 0, skip.signal)
    await idle.closed
    fresh.socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`)
    await Promise.all([fresh.closed, done])
    expect(fresh.received()).toMatch(/^HTTP\/1.1 200 [^]*connection: close[^]*alive/)
  })

  test('closes sockets one after the other once it refuses connections', async () => {
    const students = await Promise.all(Array.from({ length: 40 }, () => t.make.signedIn()))
    const sockets = await Promise.all(students.map((student) => connectChat(t.app, student)))
    const { port } = t.app.server.address() as AddressInfo
    const done = drain(t.app, 0.01, skip.signal)
    await Promise.race(sockets.map((socket) => socket.waitUntil(({ closeCode }) => closeCode === 1001)))
    expect(sockets.some(({ closeCode }) => closeCode === undefined)).toBe(true)
    const refused = openRawClientAt(port)
    const [error] = await once(refused.socket, 'error')
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    for (const socket of sockets) await socket.waitUntil(({ closeCode }) => closeCode === 1001)
    await done
  })

  test('stores each message that was sent before its socket closed once, and whoever is elsewhere sees each once', async () => {
    other = await t.startSecondServer({})
    const admin = await t.make.signedIn({ role: 'admin' })
    const elsewhere = await connectChat(other.app, admin)
    const here = await connectChat(t.app, admin)
    const students = await Promise.all(Array.from({ length: 3 }, () => t.make.signedIn()))
    const senders = await Promise.all(
      students.map(async ({ id, cookie }) => new Sender(await connectChat(t.app, { id, cookie }), id, admin.id)),
    )
    const sendAll = (count: number) => senders.forEach((sender) => sender.send(count))
    onClose(({ user }) => senders.find(({ studentId }) => studentId === user.student_id)?.send(WHILE_CLOSING))
    sendAll(BEFORE_DRAIN)
    const done = drain(t.app, 0.2, skip.signal)
    for (let n = 0; n < DURING_DRAIN && t.app.server.listening; n++) {
      sendAll(1)
      await sleep(5)
    }
    await done
    const stored: number[] = []
    for (const { socket, sent, studentId } of senders) {
      expect(socket.closeCode).toBe(1001)
      const rows = await t.db.select().from(messages).where(eq(messages.studentId, studentId)).orderBy(messages.id)
      expect(rows.map(({ text }) => text)).toEqual(sent)
      expect(sent.length).toBeGreaterThanOrEqual(BEFORE_DRAIN + WHILE_CLOSING)
      const acknowledged = socket.chat.map(({ msg_id }) => msg_id)
      expect(acknowledged).toEqual(rows.slice(0, acknowledged.length).map(({ id }) => id))
      expect(acknowledged.length).toBeGreaterThanOrEqual(BEFORE_DRAIN)
      expect(await fetchIds(other, admin, studentId)).toEqual(rows.map(({ id }) => id))
      stored.push(...rows.map(({ id }) => id))
    }
    const toIds = ({ chat }: SocketClient) => chat.map(({ msg_id }) => msg_id).sort((one, next) => one - next)
    stored.sort((one, next) => one - next)
    expect(here.closeCode).toBe(1001)
    expect(new Set(toIds(here)).size).toBe(here.chat.length)
    expect(stored).toEqual(expect.arrayContaining(toIds(here)))
    // The embedded database has one process: nobody tells another one.
    if (ON_SERVER) await eventually(() => expect(toIds(elsewhere)).toEqual(stored))
    else expect(toIds(elsewhere)).toEqual([])
  })

  test('stores what a browser has sent before it left', async () => {
    const [student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
    const leaving = new Sender(await connectChat(t.app, student), student.id, admin.id)
    const { pool } = t.database
    await pool.query(`
      create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(0.2); return new; end';
      create trigger wait before insert on messages for each row execute function wait()`)
    onTestFinished(async () => void (await pool.query('drop function wait cascade')))
    leaving.send(3)
    await leaving.socket.close()
    await drain(t.app, 0, skip.signal)
    expect(await t.db.$count(messages)).toBe(3)
  })

  test('cuts requests that do not end', async () => {
    const slow = openRawClient(t.app)
    slow.socket.write(HEAD + BODY.slice(0, 3))
    await eventually(async () => expect(await countConnections()).toBe(1))
    await drain(t.app, 0, skip.signal, 100)
    expect(await slow.closed).toBeLessThan(5_000)
    expect(slow.received()).toBe('')
  })
})

/** A socket may send 40 frames in ten seconds. */
const [BEFORE_DRAIN, DURING_DRAIN, WHILE_CLOSING] = [10, 15, 5]

class Sender {
  readonly sent: string[] = []
  readonly socket: SocketClient
  readonly studentId: number
  readonly #adminId: number

  constructor(socket: SocketClient, studentId: number, adminId: number) {
    this.socket = socket
    this.studentId = studentId
    this.#adminId = adminId
  }

  /** Nothing once the socket is closed or closing. */
  send(count: number): void {
    const { readyState, OPEN } = this.socket.socket
    for (let n = 0; n < count && readyState === OPEN; n++) {
      const msg = `message ${this.sent.length}`
      this.sent.push(msg)
      this.socket.send({
        ...{ type: 'chat', sender_id: this.studentId, receiver_id: this.#adminId },
        ...{ msg, client_id: msg },
      })
    }
  }
}

/** Calls it once the server has sent the close, of which the browser has not heard yet. */
function onClose(use: (connection: Connection) => void): void {
  const { close } = Connection.prototype
  const closing = vi.spyOn(Connection.prototype, 'close').mockImplementation(function (this: Connection, code, reason) {
    close.call(this, code, reason)
    use(this)
  })
  onTestFinished(() => closing.mockRestore())
}

/** All pages of a conversation, oldest first. */
async function fetchIds(app: TestApp, { cookie }: { cookie: string }, studentId: number): Promise<number[]> {
  const ids: number[] = []
  for (let page: number | null = 1; page !== null;) {
    const { body } = await app.call('getMsg', { receiver_id: studentId, page }, cookie)
    ids.push(...(body.msg as { msg_id: number }[]).map(({ msg_id }) => msg_id))
    page = body.nextPage as number | null
  }
  return ids.reverse()
}

const countConnections = () =>
  new Promise<number>((resolve) => t.app.server.getConnections((_error, count) => resolve(count)))
