import { once } from 'node:events'
import { request } from 'node:http'
import { beforeAll, expect, it } from 'vitest'
import { startListening } from '#server/testing/network/socket-client.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1' })
let port: string
beforeAll(async () => {
  port = new URL(await startListening(t.app)).port
})

/** Opens a socket and closes it at once, like an attacker who wants to cost as much as possible. */
async function open(ip: string, cookie = ''): Promise<{ status: number; retryAfter: number }> {
  const opening = request({
    port,
    path: '/ws',
    agent: false,
    headers: {
      ...{ connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      ...{ 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', origin: 'http://localhost:3000' },
      ...{ cookie, 'x-forwarded-for': ip },
    },
  }).end()
  const answered = new AbortController()
  const [response, socket] = await Promise.race([
    once(opening, 'upgrade', answered),
    once(opening, 'response', answered),
  ]).finally(() => answered.abort())
  socket?.destroy()
  opening.destroy()
  return { status: response.statusCode, retryAfter: Number(response.headers['retry-after']) }
}

/** The answers, and how often each was given. */
async function openMany(count: number, ip: string, cookie?: string): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let started = 0; started < count; started += 50) {
    const answers = await Promise.all(Array.from({ length: Math.min(50, count - started) }, () => open(ip, cookie)))
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

it('refuses a session that opens more than 120 sockets in a minute, from any network, and no other session', async () => {
  const [me, other] = [await t.make.signedIn(), await t.make.signedIn()]
  // Two tabs that lose their connection every second.
  expect(await openMany(120, '10.1.0.1', me.cookie)).toEqual({ 101: 120 })
  const refused = await open('10.1.0.2', me.cookie)
  expect(refused.status).toBe(429)
  expect(refused.retryAfter).toBeGreaterThan(0)
  expect(refused.retryAfter).toBeLessThanOrEqual(60)
  expect((await open('10.1.0.1', other.cookie)).status).toBe(101)
})

it('refuses a network that opens more than 3,000 sockets in five minutes, and no other network of the same proxy', async () => {
  const madeUp = (n: number) => `sid=${String(n).padStart(43, 'x')}`
  expect(await openMany(100, '2001:db8::1', madeUp(1))).toEqual({ 101: 100 })
  // Those that the session's own limit refuses count, too.
  await openMany(2_900, '2001:db8::1', madeUp(1))
  expect((await open('2001:db8::2', madeUp(61))).status).toBe(429)
  expect((await open('2001:db8:0:1::1', madeUp(61))).status).toBe(101)
})

it.each(['', 'unknown', ',,,', '999.1.1.1', 'a'.repeat(2_000)])(
  'opens a socket with the forwarded address %j',
  async (address) => {
    const me = await t.make.signedIn()
    expect((await open(address, me.cookie)).status).toBe(101)
  },
)
