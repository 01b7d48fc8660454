import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageRequest } from '#contract/page.ts'
import { paths } from '#contract/paths.ts'
import { certificateDesign } from '#contract/schemas/learning/certificates.ts'
import { certificates } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { eventually } from '#server/testing/eventually.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

/** The limit of a network's reads in five minutes. */
const MAX_READS = 3_000
const MAX_WAITING = 50

let clientFolder: string
let t: TestApp
/** Pages below /slow/ render until they are released. */
const release: (() => void)[] = []
let rendering = 0
let rendered = 0
const CERTIFICATE = '/certificates/'

beforeAll(async () => {
  clientFolder = mkdtempSync(join(tmpdir(), 'lantern-client-'))
  mkdirSync(join(clientFolder, '.vite'))
  writeFileSync(join(clientFolder, '.vite/manifest.json'), '{}')
  writeFileSync(
    join(clientFolder, 'index.html'),
    '<html><head><!--head--><script type="module" src="/x.js"></script></head><body><!--body--></body></html>',
  )
  const renderPage = async ({ url, call }: PageRequest) => {
    rendering++
    rendered++
    // With a tag, the page is cached.
    if (url.split('?')[0] === '/') await call('getCourses', { page: 1 })
    if (url.startsWith(CERTIFICATE)) {
      await call('session', {})
      const { msg } = await call('getCertificate', { certificate_id: url.slice(CERTIFICATE.length) })
      rendering--
      return { status: 200, head: '', body: `This certificate is ${msg.status}`, state: '', modules: [] }
    }
    if (url === paths.maintenance) {
      await call('session', {})
      const { msg } = await call('getMaintenace', {})
      rendering--
      return { status: msg[0]?.status ? 404 : 503, head: '', body: '', state: '', modules: [] }
    }
    if (url.startsWith('/slow/')) await new Promise<void>((resolve) => release.push(resolve))
    if (url.startsWith('/broken')) throw new TypeError('a detail of the code')
    rendering--
    return { status: 200, head: '', body: `<h1>${url}</h1>`, state: '', modules: [] }
  }
  t = await createTestApp({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1' }, { pages: { renderPage, clientFolder } })
})
afterAll(async () => {
  await t.close()
  rmSync(clientFolder, { recursive: true })
})

const get = (url: string, ip: string) => t.app.inject({ url, headers: { 'x-forwarded-for': ip } })

const PATHS = [
  '/',
  '/feed.xml',
  '/atom.xml',
  '/courses.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/api/openapi.json',
  '/readyz',
  '/nope.js',
]

test('counts pages, feeds and the other public files as reads of their network', async () => {
  const read = async (ip: string) => {
    const answers = await Promise.all(PATHS.map((path) => get(path, ip)))
    return answers.map(({ statusCode }, index) => [PATHS[index], statusCode])
  }
  const answerAll = (status: number) => PATHS.map((path) => [path, status])
  const ip = '10.1.0.1'
  expect(await read(ip)).toEqual(answerAll(200))
  await Promise.all(Array.from({ length: MAX_READS - 2 * PATHS.length }, () => get('/robots.txt', ip)))
  expect(await read(ip)).toEqual(answerAll(200))
  expect(await read(ip)).toEqual(answerAll(429))
  expect(Number((await get('/', ip)).headers['retry-after'])).toBeGreaterThan(0)
  expect(await read('10.1.0.2')).toEqual(answerAll(200))
})

test('counts forms, and renders none over the limit', async () => {
  const login = (ip: string) =>
    t.app.inject({
      method: 'POST',
      url: '/login',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': ip,
        origin: t.env.publicUrl,
      },
      payload: 'email=nobody%40mail.example&password=x',
    })
  rendered = 0
  expect((await login('10.6.0.2')).statusCode).toBe(401)
  expect(rendered).toBe(1)
  const ip = '10.6.0.1'
  await Promise.all(Array.from({ length: MAX_READS }, () => get('/robots.txt', ip)))
  const { statusCode, headers, body } = await login(ip)
  expect([statusCode, headers['content-type'], rendered]).toEqual([429, 'text/html; charset=utf-8', 1])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(body).toContain('Too many requests')
})

test('counts the pages of a signed-in user by user', async () => {
  const [me, other] = [await t.make.signedIn(), await t.make.signedIn()]
  const visit = (cookie: string) => t.app.inject({ url: '/', headers: { cookie, 'x-forwarded-for': '10.2.0.1' } })
  for (let n = 0; n < 600; n += 50) await Promise.all(Array.from({ length: 50 }, () => visit(me.cookie)))
  expect((await visit(me.cookie)).statusCode).toBe(429)
  expect((await visit(other.cookie)).statusCode).toBe(200)
})

test('caches the page of cached answers only, so that no certificate looks valid after it is revoked', async () => {
  rendered = 0
  for (let n = 0; n < 2; n++) await get('/?cached', '10.5.0.1')
  expect(rendered).toBe(1)
  const design = certificateDesign.parse({})
  const values = { kind: 'course', name: 'Ada', title: 'Sorting', finishedAt: new Date(), design } as const
  const { id } = at(await t.db.insert(certificates).values(values).returning())
  const read = async () => (await get(`${CERTIFICATE}${id}`, '10.5.0.1')).body
  expect(await read()).toContain('This certificate is valid')
  await t.db.update(certificates).set({ revokedAt: new Date() }).where(eq(certificates.id, id))
  expect(await read()).toContain('This certificate is revoked')
})

test('caches the maintenance page until the site runs again', async () => {
  const { cookie } = await t.make.signedIn({ role: 'admin' })
  const visit = async () => (await get(paths.maintenance, '10.7.0.1')).statusCode
  expect((await t.call('setMaintenance', { status: false }, cookie)).status).toBe(200)
  rendered = 0
  expect([await visit(), await visit(), rendered]).toEqual([503, 503, 1])
  expect((await t.call('setMaintenance', { status: true }, cookie)).status).toBe(200)
  expect([await visit(), rendered]).toEqual([404, 2])
})

test('answers the error of a page with a plain page without details', async () => {
  const refused = await get('/broken', '10.3.0.1')
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
  expect(refused.headers['cache-control']).toBe('no-store')
  for (const text of ['Something went wrong', 'Try to reload page', 'Unknown error'])
    expect(refused.body).toContain(text)
  expect(refused.body).not.toMatch(/detail of the code|<script|<!--/)
})

test('renders at most as many pages at once as there are cores, and lets networks take turns', async () => {
  rendering = 0
  const cores = availableParallelism()
  expect((await get('/', '10.4.0.2')).statusCode).toBe(200)
  const answers: Awaited<ReturnType<typeof get>>[] = []
  const count = cores + MAX_WAITING + 20
  for (let n = 0; n < count; n++) void get(`/slow/${n}`, '10.4.0.1').then((answer) => answers.push(answer))
  await eventually(() => expect(answers).toHaveLength(20))
  for (const { statusCode, headers, body } of answers) {
    expect(statusCode).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(body).toContain('The service is busy. Try again in a moment')
  }
  expect(rendering).toBe(cores)
  // A cached page needs no turn.
  expect((await get('/', '10.4.0.2')).statusCode).toBe(200)
  let isHonestAnswered = false
  const honest = get('/honest', '10.4.0.2').finally(() => (isHonestAnswered = true))
  // At most one more page of the flood has its turn before.
  for (let n = 0; n < 2; n++) {
    await eventually(() => expect(release.length > 0 || isHonestAnswered).toBe(true))
    release.shift()?.()
  }
  expect((await honest).statusCode).toBe(200)
  await eventually(() => {
    release.shift()?.()
    expect(answers).toHaveLength(count)
  })
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(cores + MAX_WAITING)
})
