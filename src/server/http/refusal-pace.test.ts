import { expect, test } from 'vitest'
import { openRawClient, HOST, type RawClient } from '#server/testing/network/raw-http.ts'
import { useTestApp } from '#server/testing/test-app.ts'

/** The limit of a network's reads in five minutes. */
const MAX_READS = 3_000
const CONNECTIONS = 200

const t = useTestApp({ THROTTLE: 'on' })

const REQUEST = `GET /robots.txt HTTP/1.1\r\n${HOST}\r\n`
const countAnswers = (client: RawClient) => client.received().split('HTTP/1.1 429').length - 1

test('delays refusals when there are very many, and not a few', async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  await Promise.all(Array.from({ length: MAX_READS }, () => t.app.inject('/robots.txt')))
  const startedAt = performance.now()
  expect((await t.app.inject('/robots.txt')).statusCode).toBe(429)
  expect(performance.now() - startedAt).toBeLessThan(900)

  const clients = Array.from({ length: CONNECTIONS }, () => openRawClient(t.app))
  // Each sends its next request at once.
  for (const client of clients) {
    client.socket.write(REQUEST)
    client.socket.on('data', () => client.socket.write(REQUEST))
  }
  const floodedAt = performance.now()
  await expect.poll(() => clients.every((client) => countAnswers(client) >= 1), { timeout: 15_000 }).toBe(true)
  const seconds = (performance.now() - floodedAt) / 1_000
  for (const client of clients) client.socket.destroy()
  const answers = clients.reduce((sum, client) => sum + countAnswers(client), 0)
  // A hundred a second at once, and one a second on each connection.
  expect(answers).toBeLessThan((100 + CONNECTIONS) * (seconds + 2))
})
