import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOST, openRawClient, openRawClientAt } from '#server/testing/network/raw-http.ts'
import { connectChat } from '#server/testing/network/socket-client.ts'
import { eventually } from '#server/testing/eventually.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { drain } from './draining.ts'

let t: TestApp
let skip: AbortController
beforeEach(async () => {
  skip = new AbortController()
  t = await createTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => t.close())

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

  test('cuts requests that do not end', async () => {
    const slow = openRawClient(t.app)
    slow.socket.write(HEAD + BODY.slice(0, 3))
    await eventually(async () => expect(await countConnections()).toBe(1))
    await drain(t.app, 0, skip.signal, 100)
    expect(await slow.closed).toBeLessThan(5_000)
    expect(slow.received()).toBe('')
  })
})

const countConnections = () =>
  new Promise<number>((resolve) => t.app.server.getConnections((_error, count) => resolve(count)))
