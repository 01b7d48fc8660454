import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Session } from '#server/http/sessions/session.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { Connection } from './connection.ts'

const user = { student_id: 1, role: 'student' } as User
/** Small, as messages are: many writes wait. */
const MESSAGE = Buffer.from('x'.repeat(600))
const MESSAGES_AT_ONCE = 1_000

const http = createServer()
beforeAll(() => once(http.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => http.close())

/** A connection whose browser has stopped reading. */
async function connectSlowReader(): Promise<{ connection: Connection; duplex: Duplex; client: WebSocket }> {
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`, { perMessageDeflate: false })
  client.once('open', () => client.send(JSON.stringify({ type: 'init', sender_id: user.student_id })))
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const [request, duplex, head] = await once(http, 'upgrade')
  const connection = await new Promise<Connection>((resolve) =>
    server.handleUpgrade(request, duplex, head, (socket) =>
      resolve(
        new Connection(socket, user, {
          duplex,
          ip: '127.0.0.1',
          hub: { leave: () => {} },
          admit: () => user,
          pipeline: { handleFrame: async () => {} },
          findSession: async () => ({ user }) as Session,
          warn: (error) => {
            throw error
          },
        }),
      ),
    ),
  )
  await once(client, 'message')
  client.pause()
  return { connection, duplex, client }
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
