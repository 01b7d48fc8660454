import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Session } from '#server/http/sessions/session.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { Connection, type ConnectionDeps } from './connection.ts'

const user = { student_id: 1, role: 'student' } as User
const SESSION = { user, expiresAtMs: Infinity } as Session
/** Small, as messages are: many writes wait. */
const MESSAGE = Buffer.from('x'.repeat(600))
const MESSAGES_AT_ONCE = 1_000

const http = createServer()
beforeAll(() => once(http.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => http.close())

interface Connected {
  connection: Connection
  duplex: Duplex
  client: WebSocket
}

async function connect(session: Session, findSession: ConnectionDeps['findSession']): Promise<Connected> {
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`, { perMessageDeflate: false })
  client.once('open', () => client.send(JSON.stringify({ type: 'init', sender_id: user.student_id })))
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const [request, duplex, head] = await once(http, 'upgrade')
  const connection = await new Promise<Connection>((resolve) =>
    server.handleUpgrade(request, duplex, head, (socket) =>
      resolve(
        new Connection(socket, session, {
          duplex,
          ip: '127.0.0.1',
          hub: { leave: () => {} },
          admit: () => user,
          pipeline: { handleFrame: async () => {} },
          findSession,
          warn: (error) => {
            throw error
          },
        }),
      ),
    ),
  )
  await once(client, 'message')
  return { connection, duplex, client }
}

/** A connection whose browser has stopped reading. */
async function connectSlowReader(): Promise<Connected> {
  const connected = await connect(SESSION, async () => SESSION)
  connected.client.pause()
  return connected
}

test('a slow reader is cut with an error, because Node makes one for each write that waits otherwise', async () => {
  const { connection, duplex, client } = await connectSlowReader()
  while (!duplex.destroyed) {
    for (let n = 0; n < MESSAGES_AT_ONCE; n++) connection.send(MESSAGE)
    await nextTurn()
  }
  expect(duplex.errored).toEqual(new Error('too slow'))
  expect(duplex.writableLength).toBeLessThan(1_100_000)
  client.terminate()
})

test('one that answers no ping is cut in the same way', async () => {
  const { connection, duplex, client } = await connectSlowReader()
  connection.ping()
  expect(duplex.errored).toBeNull()
  connection.ping()
  expect(duplex.errored).toEqual(new Error('no pong'))
  client.terminate()
})

test('one whose session has ended by time is closed at the next ping, which is no visit', async () => {
  const visits: boolean[] = []
  const ended = { ...SESSION, expiresAtMs: performance.now() + 100 }
  const { connection, client } = await connect(ended, async (isVisit) => {
    visits.push(isVisit)
    return visits.length === 1 ? ended : null
  })
  connection.ping()
  expect(visits).toEqual([false])
  await once(client, 'ping')
  await sleep(150)
  connection.isAlive = true
  connection.ping()
  const [code] = await once(client, 'close')
  expect([code, visits]).toEqual([4401, [false, false]])
})
