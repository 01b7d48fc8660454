import { beforeEach, expect, it } from 'vitest'
import type { Transport } from '#contract/contract.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import { FakeWebSocket } from '#web/testing/fake-web-socket.ts'
import { LiveConnection } from './live-connection.ts'

beforeEach(() => {
  FakeWebSocket.install()
  sessionStorage.clear()
})

it('asks whom a waiting message is for when the cache has forgotten it', async () => {
  const transport = (async () => ({
    msg: [{ student_id: 2, first_name: 'Eve', last_name: 'Berg', image_url: '' }],
  })) as Transport
  const live = new LiveConnection(createQueryClient(transport, { retry: false }))
  const release = live.acquire({ student_id: 7, role: 'student' })
  live.send(7, 'Waiting')
  await FakeWebSocket.latest.accept()
  await expect.poll(() => FakeWebSocket.latest.getSent('chat')).toMatchObject([{ receiver_id: 2, msg: 'Waiting' }])
  release()
})
