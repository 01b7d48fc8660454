import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALL_NAMES, getCall } from '#contract/calls.ts'
import { API_BASE, LESSON_FILE_HEADER, paths, SUBMISSION_FILES_PATH } from '#contract/paths.ts'
import { certificateDesign } from '#contract/schemas/learning/certificates.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { CLIENT_FOLDER, loadBuiltPages } from '#server/pages/built-pages.ts'
import { certificates, lessons } from '#server/platform/db/schema.ts'
import { TestProvider } from '#server/testing/accounts/oidc-provider.ts'
import { createTotpCode, createTotpUser } from '#server/testing/accounts/two-factor.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'
import { at } from '#server/testing/at.ts'
import { buyCourse, PRICED } from '#server/testing/commerce/orders.ts'
import { buildCourseInput, buildLessonInput } from '#server/testing/learning/course-input.ts'
import { createLessonUploads } from '#server/testing/learning/lesson-uploads.ts'
import { ROUTES } from '#server/testing/route-access.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

// What security.md lists in G6 and G12, on every route.

const SITE = 'https://learn.example.org'
const METRICS_TOKEN = 'a-token-for-the-scraper'
const PICTURE = `${'a'.repeat(32)}.webp`
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Of G12, with the site's own PDF lessons in frames, and what videos and the socket need. */
const POLICY = {
  'default-src': "'self'",
  'script-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'form-action': "'self'",
  'img-src': "'self' https: data:",
  'media-src': "'self' https: blob:",
  'frame-src': "'self' https:",
  'style-src-attr': "'unsafe-inline'",
  'connect-src': "'self' https: wss://learn.example.org",
}
/** Of files that users have uploaded. */
const FILE_POLICY = { 'default-src': "'none'", sandbox: '' }
/** A page may have framed what was to be a file. */
const FILE_ERROR_POLICY = { ...POLICY, 'frame-ancestors': "'self'" }
/** A PDF is shown in a frame of its lesson's page, and no browser shows one in a sandbox. */
const PDF_POLICY = {
  'default-src': "'none'",
  'object-src': "'self'",
  'style-src': "'unsafe-inline'",
  'frame-ancestors': "'self'",
}

let t: TestApp
let provider: TestProvider
let asset: string
let student: Record<string, string>
let admin: Record<string, string>
let orderId: number
let certificateId: string
beforeAll(async () => {
  provider = await TestProvider.start({ site: SITE })
  const settings = { PUBLIC_URL: SITE, METRICS_TOKEN, PAYMENTS: 'test', ...provider.settings }
  t = await createTestApp(settings, { pages: await loadBuiltPages() })
  mkdirSync(getUploadsFolder(t.dataDir), { recursive: true })
  writeFileSync(join(getUploadsFolder(t.dataDir), PICTURE), 'not really a picture')
  asset = readdirSync(join(CLIENT_FOLDER, 'assets')).find((name) => name.endsWith('.js')) ?? ''
  const user = await t.make.signedIn()
  student = toHeaders(user.cookie)
  admin = toHeaders((await t.make.signedIn({ role: 'admin' })).cookie)
  orderId = (await buyCourse(t, { ...user, cookie: student.cookie ?? '' }, (await t.make.course(PRICED)).id)).order_id
  const design = certificateDesign.parse({})
  const finished = { userId: user.id, name: 'Ada Lovelace', title: 'Sorting', finishedAt: new Date() }
  const [row] = await t.db
    .insert(certificates)
    .values({ kind: 'course', design, ...finished })
    .returning()
  certificateId = row?.id ?? ''
})
afterAll(async () => {
  await t.close()
  await provider.stop()
})

/** By its name over https. */
const toHeaders = (cookie: string) => ({ cookie: cookie.replace('sid', '__Host-sid') })

const parsePolicy = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((part) => {
        const [name = '', ...sources] = part.split(' ')
        return [name, sources.join(' ')]
      }),
  )

function expectSecurityHeaders(headers: Record<string, unknown>, policy: object = POLICY): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8,}/),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  })
  expect(parsePolicy(headers['content-security-policy'])).toEqual(policy)
  expect([headers.server, headers['x-powered-by']]).toEqual([undefined, undefined])
}

type Ask = () => string | (InjectOptions & { url: string })
const asUser = (url: string, headers: Record<string, string>) => ({ url, headers })
const postForm = (url: string, payload: string) => ({ method: 'POST', url, headers: FORM, payload }) as const

const ANSWERS: [string, number, Ask, policy?: object][] = [
  ['an answer of the API', 200, () => '/api/session'],
  ['a refusal of the API', 404, () => '/api/nope'],
  ['a bad address', 400, () => '/api/%zz'],
  ['the landing page', 200, () => '/'],
  ['a signed-in user’s page', 200, () => asUser('/student/profile', student)],
  ['the dashboard', 200, () => asUser('/dashboard/users', admin)],
  ['a page that is not there', 404, () => '/nope'],
  ['a redirect', 302, () => '/student/profile'],
  ['a certificate', 200, () => `/certificates/${certificateId}`],
  ['a certificate as PDF', 200, () => `/certificates/${certificateId}.pdf`],
  ['a certificate as JSON', 200, () => `/certificates/${certificateId}.json`],
  ['a receipt', 200, () => asUser(`/api/orders/${orderId}/receipt.pdf`, student)],
  ['an export', 200, () => asUser(paths.usersCsv, admin)],
  ['the metrics', 200, () => asUser('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })],
  ['a form that failed', 401, () => postForm('/login', 'email=a%40mail.example&password=not+the+password')],
  ['a form that went through', 303, () => postForm('/forgotpassword', 'email=a%40mail.example')],
  ['a style or script', 200, () => `/assets/${asset}`],
  ['a public file', 200, () => '/theme.js'],
  ['an uploaded picture', 200, () => `/uploads/${PICTURE}`, FILE_POLICY],
  ['an upload that is not there', 404, () => `/uploads/${'b'.repeat(32)}.webp`, FILE_ERROR_POLICY],
]

test.each(ANSWERS)('%s has every security header', async (_name, status, ask, policy) => {
  const { statusCode, headers } = await t.app.inject(ask())
  expect(statusCode).toBe(status)
  expectSecurityHeaders(headers, policy)
})

describe.each(Object.entries(ROUTES))('%s', (_name, { request }) => {
  test('has every security header for a visitor, a student and an admin', async () => {
    const url = request.url.replace('ORDER', String(orderId))
    const policy = url.startsWith('/uploads/') && !url.endsWith('/a/b') ? FILE_ERROR_POLICY : POLICY
    for (const cookie of [{}, student, admin]) {
      const { headers } = await t.app.inject({ ...request, url, headers: { ...request.headers, ...cookie } })
      expectSecurityHeaders(headers, policy)
    }
  })
})

describe.each(CALL_NAMES)('%s', (name) => {
  test('has every security header and no-store for a visitor and a student', async () => {
    const { method } = getCall(name)
    // A session of its own, which the call may end.
    const own = toHeaders((await t.make.signedIn()).cookie)
    for (const cookie of [{}, own]) {
      const request = { method, url: `${API_BASE}/${name}`, headers: cookie }
      const { headers } = await t.app.inject({ ...request, ...(method !== 'GET' && { payload: {} }) })
      expectSecurityHeaders(headers)
      expect(headers['cache-control']).toBe('no-store')
    }
  })
})

test('a resumable upload and the PDF lesson that comes of it have every security header', async () => {
  const uploads = createLessonUploads(t, admin.cookie)
  const begun = await uploads.begin(10)
  expect(begun.status).toBe(201)
  const location = begun.headers.location ?? ''
  const state = await uploads.ask(location)
  const done = await uploads.wholeDocument(Buffer.from('%PDF-1.7\n'))
  expect([state.status, done.status]).toEqual([200, 204])
  const url = String(done.headers[LESSON_FILE_HEADER])
  const materials = [buildLessonInput({ kind: 'file', url, file_name: 'lamps.pdf' })]
  expect((await t.send('addCourse', buildCourseInput({ materials }), admin.cookie)).status).toBe(200)
  const file = await t.app.inject({ url, headers: admin })
  expect(file.statusCode).toBe(200)
  for (const { headers } of [begun, state, done, await uploads.giveUp(location)]) expectSecurityHeaders(headers)
  expectSecurityHeaders(file.headers, PDF_POLICY)
})

test('a file that a student has handed in is downloaded in a sandbox', async () => {
  const course = await t.make.course()
  const { id } = at(course.lessons)
  await t.db.update(lessons).set({ kind: 'assignment', url: '', content: '<p>Write</p>' }).where(eq(lessons.id, id))
  const author = await t.make.signedIn()
  await t.make.enrollment(author.id, course.id)
  const cookie = toHeaders(author.cookie)
  const stored = await t.app.inject({
    ...{ method: 'POST', url: `${SUBMISSION_FILES_PATH}?material_id=${id}`, payload: Buffer.from('<script>') },
    headers: { 'content-type': 'application/octet-stream', ...cookie },
  })
  expectSecurityHeaders(stored.headers)
  const url = String(stored.headers.location)
  await t.send('submitAssignment', { material_id: id, file_url: url, file_name: 'work.html' }, cookie.cookie)
  const { statusCode, headers } = await t.app.inject({ url, headers: cookie })
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/octet-stream'])
  expect(headers['content-disposition']).toMatch(/^attachment/)
  expectSecurityHeaders(headers, FILE_POLICY)
})

test('every cookie is bound to this host, hidden from scripts, sent over https only and not to posts of other sites', async () => {
  const lines: string[] = []
  const send = async (name: string, payload?: object, cookie = '') => {
    const method = payload ? 'POST' : 'GET'
    const response = await t.app.inject({
      method,
      url: `${API_BASE}/${name}`,
      headers: { cookie },
      ...(payload && { payload }),
    })
    const added = [response.headers['set-cookie'] ?? []].flat()
    lines.push(...added)
    return added.map((line) => line.split(';', 1)[0]).join('; ')
  }
  const { user, secret } = await createTotpUser(t)
  const challenge = await send('login', { email: user.email, password: TEST_PASSWORD })
  const signedIn = await send('confirmLogin', { code: createTotpCode(secret), trust: true }, challenge)
  await send('logout', undefined, signedIn)
  await send('session', undefined, '__Host-sid=nonsense')
  await send('forgotPass', { email: user.email })
  const attempt = await send('auth/google')
  await send('auth/google/callback?error=access_denied', undefined, attempt)
  const names = new Set(lines.map((line) => line.split('=', 1)[0]))
  const expected = ['challenge', 'device', 'google', 'sid', `trust-${user.id}`].map((name) => `__Host-${name}`)
  expect([...names].sort()).toEqual(expected)
  for (const line of lines) {
    const attributes = line.split('; ').slice(1)
    expect(attributes.filter((one) => !/^(Max-Age|Expires)=/.test(one)).sort()).toEqual([
      ...['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'],
    ])
  }
})

test('sends no HSTS over http', async () => {
  const plain = await createTestApp()
  expect((await plain.app.inject('/api/session')).headers).not.toHaveProperty('strict-transport-security')
  await plain.close()
})
