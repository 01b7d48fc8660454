import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SessionStore } from '#server/http/sessions/session-store.ts'
import { ROUTES, type RouteRow } from '#server/testing/route-access.ts'
import { useTestApp } from '#server/testing/test-app.ts'

/** What one network has at once, and in five minutes. */
const MAX_LOOKUPS = 4
const MAX_READS = 3_000

const t = useTestApp({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1' })

let running = 0
let mostAtOnce = 0
beforeAll(() => {
  vi.spyOn(SessionStore.prototype, 'find').mockImplementation(async () => {
    mostAtOnce = Math.max(mostAtOnce, ++running)
    await sleep(2)
    running--
    return null
  })
})
afterAll(() => void vi.restoreAllMocks())

/** Files and uploads behind a session. Calls and pages have their tests. */
const SESSION_ROUTES = Object.entries(ROUTES).filter(
  ([name, { answers, isPage }]) =>
    name.includes('/certificates/:id') ||
    (!isPage && name !== 'GET /metrics' && ['not_signed_in', 401].includes(answers[0] ?? '')),
)

let cookies = 0
/** From this network, with a session cookie that is new to the cache. */
const ask = ({ request }: RouteRow, ip: string) =>
  t.app.inject({
    ...request,
    url: request.url.replace('CERTIFICATE', '00000000-0000-4000-8000-000000000000').replace('ASSIGNMENT', '1'),
    headers: { ...request.headers, cookie: `sid=${String(++cookies).padStart(43, 'x')}`, 'x-forwarded-for': ip },
  })

test.each(SESSION_ROUTES)('looks up made-up cookies of one network in turns: %s', async (_name, row) => {
  mostAtOnce = 0
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(row, '10.5.0.1')))
  expect([401, 404]).toContain(answers[0]?.statusCode)
  expect(mostAtOnce).toBe(MAX_LOOKUPS)
})

test('counts requests with made-up cookies before it refuses them', async () => {
  expect(SESSION_ROUTES.length).toBeGreaterThanOrEqual(14)
  const answerAll = async (ip: string) =>
    Promise.all(SESSION_ROUTES.map(async ([, row]) => (await ask(row, ip)).statusCode))
  const ip = '10.5.0.2'
  const expected = await answerAll(ip)
  expect(expected).not.toContain(429)
  const [, row] = SESSION_ROUTES.find(([name]) => name.endsWith('/users.csv')) ?? []
  if (!row) throw new Error('The route is not in the table')
  for (let left = MAX_READS - SESSION_ROUTES.length; left > 0; left -= 100)
    await Promise.all(Array.from({ length: Math.min(100, left) }, () => ask(row, ip)))
  expect(new Set(await answerAll(ip))).toEqual(new Set([429]))
  expect(await answerAll('10.5.0.3')).toEqual(expected)
})
