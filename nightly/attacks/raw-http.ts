// T5: 2,000 different malformed HTTP requests (`--requests`), each with a request hidden in its body that nobody must run.
import { connect } from 'node:net'
import { seededRandom } from '../../src/server/demo/seeded-random.ts'
import { Client } from '../support/users/client.ts'
import { createRawRequests } from '../support/users/raw-requests.ts'
import { readNumbers, report } from '../support/report.ts'
import { withProduct } from '../support/with-product.ts'

const AT_ONCE = 40
const ANSWER_WITHIN_MS = 3_000
/** After an answer; a second one would come at once. */
const QUIET_MS = 500
const { requests } = readNumbers({ requests: 2_000 })
const { shuffle } = seededRandom(5)

/** Returns the status of every answer. A connection that stays open without another one is cut. */
function sendRaw(port: number, bytes: string): Promise<number[]> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy())
    socket.on('data', (data) => {
      received += String(data)
      socket.setTimeout(QUIET_MS)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
      resolve(statuses.filter((status) => status >= 200))
    })
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

function takeSome(from: Iterator<string>, count: number): string[] {
  const taken = Array.from({ length: count }, () => from.next())
  return taken.flatMap(({ done, value }) => (done ? [] : [value]))
}

await withProduct(async ({ product, campus }) => {
  const { host, port } = new URL(product.url)
  const client = new Client(product.url, campus.admin.cookie)
  const createComment = (text: string) => {
    const body = JSON.stringify({ blog_id: campus.postId, comment_text: text })
    return `POST /api/addComment HTTP/1.1\r\nHost: ${host}\r\nCookie: ${client.cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
  const listComments = async () =>
    (await client.call('getComments', { page: 1, blog_id: campus.postId })).map((comment) => comment.comment_text)

  // The hidden request is a good one: alone, and behind another one, it is run and answered.
  const [alone, first, second] = ['Alone', 'First', 'Second'].map(createComment)
  const controls = [await sendRaw(Number(port), alone ?? ''), await sendRaw(Number(port), `${first}${second}`)]
  const isControlled =
    JSON.stringify(controls) === '[[200],[200,200]]' && (await listComments()).join() === 'Second,First,Alone'

  const malformed = createRawRequests({ hidden: createComment('Hidden in a body'), host }, shuffle)
  const sent = new Set<string>()
  const found = { answers: new Map<string, number>(), failures: 0, doubles: 0 }
  while (sent.size < requests) {
    const batch = takeSome(malformed, Math.min(AT_ONCE, requests - sent.size))
    if (batch.length === 0) break
    for (const bytes of batch) sent.add(bytes)
    const answered = await Promise.all(batch.map((bytes) => sendRaw(Number(port), bytes)))
    for (const [index, statuses] of answered.entries()) {
      const answer = statuses.join(' and ') || 'no answer'
      found.answers.set(answer, (found.answers.get(answer) ?? 0) + 1)
      if (statuses.some((status) => status >= 500)) found.failures++
      if (statuses.length > 1) found.doubles++
      if (statuses.length > 1 || statuses.some((status) => status >= 500))
        console.log(`  ${answer}: ${JSON.stringify(batch[index]).slice(0, 400)}`)
    }
    await client.call('getMaintenace', {})
  }
  const hiddenRun = (await listComments()).length - 3
  console.log(`  ${[...found.answers].map(([answer, count]) => `${answer}: ${count}`).join(', ')}`)
  report({
    test: 'T5',
    goal: 'no crash, no 5xx, no connection with two answers, no hidden request run, which is run when it is sent alone',
    measured: `${sent.size} different requests, ${found.failures} answered with 5xx, ${found.doubles} answered twice, ${hiddenRun} hidden requests run, ${isControlled ? 'run' : 'NOT run'} alone, ${product.isRunning() ? 'still running' : 'crashed'}`,
    isOk:
      sent.size >= requests && found.failures + found.doubles + hiddenRun === 0 && isControlled && product.isRunning(),
  })
})
