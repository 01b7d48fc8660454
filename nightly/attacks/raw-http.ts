// T5: 2,000 malformed HTTP requests (`--requests`), each with a request hidden in its body that nobody must run.
import { connect } from 'node:net'
import { seededRandom } from '../../src/server/demo/seeded-random.ts'
import { Client } from '../support/users/client.ts'
import { createRawRequests } from '../support/users/raw-requests.ts'
import { readNumbers, report } from '../support/report.ts'
import { withProduct } from '../support/with-product.ts'

const AT_ONCE = 20
const ANSWER_WITHIN_MS = 3_000
const HIDDEN_TEXT = 'This comment was hidden in a body'
const { requests } = readNumbers({ requests: 2_000 })
const { between } = seededRandom(5)

/** Returns what comes back; a connection that stays open without an answer is cut. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy())
    socket.on('data', (data) => {
      received += String(data)
      // Nothing more to learn, and an open connection would wait for the next request.
      if (received.includes('\r\n\r\n')) socket.end()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

await withProduct(async ({ product, campus }) => {
  const { host, port } = new URL(product.url)
  const client = new Client(product.url, campus.admin.cookie)
  const body = JSON.stringify({ blog_id: campus.postId, comment_text: HIDDEN_TEXT })
  // The hidden request is a good one: its effect would show.
  const hidden = `POST /api/addComment HTTP/1.1\r\nHost: ${host}\r\nCookie: ${client.cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const malformed = createRawRequests({ hidden, host }, (count) => between(0, count - 1))
  const statuses = new Map<string, number>()
  let failures = 0
  for (let sent = 0; sent < requests; sent += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, requests - sent) }, () => String(malformed.next().value))
    for (const received of await Promise.all(batch.map((bytes) => sendRaw(Number(port), bytes)))) {
      const [status = 'no answer'] = /^HTTP\/1\.1 \d+/.exec(received) ?? []
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (received.startsWith('HTTP/1.1 5')) failures++
    }
    await client.call('getMaintenace', {})
  }
  const { length: hiddenComments } = await client.call('getComments', { page: 1, blog_id: campus.postId })
  console.log(`  ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  report({
    test: 'T5',
    goal: 'no crash, no 5xx, no hidden request run',
    measured: `${requests} requests, ${failures} answered with 5xx, ${hiddenComments} hidden requests run, ${product.isRunning() ? 'still running' : 'crashed'}`,
    isOk: failures === 0 && hiddenComments === 0 && product.isRunning(),
  })
})
