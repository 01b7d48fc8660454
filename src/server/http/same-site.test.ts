import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALL_NAMES, type CallName, getCall } from '#contract/calls.ts'
import { API_BASE, EXPORTS_PATH, LESSON_FILES_PATH, paths } from '#contract/paths.ts'
import { sessions } from '#server/platform/db/schema.ts'
import { dumpDatabase } from '#server/testing/dump-database.ts'
import { TINY_PNG, createPictureForm } from '#server/testing/files/picture-form.ts'
import { createLessonUploads, lessonFile } from '#server/testing/learning/lesson-uploads.ts'
import { ROUTES } from '#server/testing/route-access.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { createOriginCheck } from './same-site.ts'

// Forms that pages post, the socket and Google's sign-in have tests of their own: form-posts.product.test.ts, chat/socket.test.ts
// and google/refusals.test.ts. What a browser sends from another site is in e2e/site/foreign-origin.spec.ts.

let t: TestApp
let cookies: { student: string; admin: string }
beforeAll(async () => {
  t = await createTestApp()
  const [student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
  cookies = { student: student.cookie, admin: admin.cookie }
})
afterAll(() => t.close())

const GUARDED = CALL_NAMES.filter((name) => getCall(name).method !== 'GET' || name === 'logout')

const REFUSED: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'http://localhost:3001' },
  { origin: 'https://localhost:3000' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]
const TAKEN: Record<string, string>[] = [
  {},
  { origin: 'http://localhost:3000' },
  { origin: 'http://127.0.0.1:3000' },
  { origin: 'http://[::1]:3000', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
]

/** Without what the server writes by itself: reports of its process, and when a session was last seen. */
async function dumpRows(): Promise<string> {
  const tokens = await t.db.select({ id: sessions.id }).from(sessions).orderBy(sessions.id)
  return `${JSON.stringify(tokens)}\n${await dumpDatabase(t.db, ['server_processes', 'sessions'])}`
}

async function sendCall(name: CallName, headers: Record<string, string>): Promise<LightMyRequestResponse> {
  const { method, isMultipart } = getCall(name)
  // Another site's page can send multipart without a preflight request.
  const form = isMultipart ? await createPictureForm({ id: 1, image: TINY_PNG }) : { headers: {}, payload: {} }
  return t.app.inject({
    method,
    url: `/api/${name}`,
    headers: { ...headers, ...form.headers },
    ...(method !== 'GET' && { payload: form.payload }),
  })
}

describe('signed-in cross-site requests', () => {
  let before: string
  beforeAll(async () => void (before = await dumpRows()))

  test.each(GUARDED)('%s returns 403', async (name) => {
    const cookie = getCall(name).access === 'admin' ? cookies.admin : cookies.student
    for (const headers of REFUSED) {
      const response = await sendCall(name, { ...headers, cookie })
      expect([headers, response.statusCode, response.json().code]).toEqual([headers, 403, 'cross_site'])
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  })

  test('change no row', async () => {
    expect(await dumpRows()).toBe(before)
  })
})

test.each(GUARDED)('%s accepts a same-origin request', async (name) => {
  for (const headers of TAKEN) expect((await sendCall(name, headers)).json().code).not.toBe('cross_site')
})

/** Stripe posts from its own servers: its signature admits it, and no cookie is read. */
const WITHOUT_ORIGIN: readonly string[] = [`POST ${paths.stripeWebhook}`]
const GUARDED_ROUTES = Object.entries(ROUTES).filter(
  ([
    name,
    {
      request: { method, url },
    },
  ]) =>
    url.startsWith(API_BASE) && !WITHOUT_ORIGIN.includes(name) && (method !== 'GET' || url.startsWith(EXPORTS_PATH)),
)

test('the routes beside the calls that change something or export are known', () => {
  expect(GUARDED_ROUTES.map(([name]) => name).sort()).toEqual([
    `DELETE ${LESSON_FILES_PATH}/:name`,
    ...['audit-log', 'orders', 'system-log', 'users'].map((name) => `GET ${EXPORTS_PATH}/${name}.csv`),
    `HEAD ${LESSON_FILES_PATH}/:name`,
    `PATCH ${LESSON_FILES_PATH}/:name`,
    `POST ${LESSON_FILES_PATH}`,
    'POST /api/submissionFiles',
  ])
})

describe.each(GUARDED_ROUTES)('%s', (name, { request }) => {
  test('returns 403 for a signed-in cross-site request and accepts a same-origin one', async () => {
    const cookie = name.startsWith('POST /api/submissionFiles') ? cookies.student : cookies.admin
    const send = async (headers: Record<string, string>) => {
      const response = await t.app.inject({ ...request, headers: { ...request.headers, ...headers, cookie } })
      return { status: response.statusCode, isCrossSite: response.body.includes('"cross_site"') }
    }
    const isCrossSite = request.method !== 'HEAD'
    for (const headers of REFUSED)
      expect([headers, await send(headers)]).toEqual([headers, { status: 403, isCrossSite }])
    for (const headers of TAKEN) {
      const { status, isCrossSite: wasRefused } = await send(headers)
      expect([headers, status !== 403, wasRefused]).toEqual([headers, true, false])
    }
  })
})

test('another site neither continues nor cancels a resumable upload', async () => {
  const own = createLessonUploads(t, cookies.admin, { origin: 'http://localhost:3000' })
  const file = lessonFile.webm(1_000)
  const location = (await own.begin(file.length)).headers.location ?? ''
  for (const headers of REFUSED) {
    const foreign = createLessonUploads(t, cookies.admin, headers)
    const answers = [await foreign.part(location, 0, file), await foreign.giveUp(location), await foreign.ask(location)]
    expect([headers, answers.map(({ status }) => status)]).toEqual([headers, [403, 403, 403]])
  }
  expect((await own.ask(location)).headers['upload-offset']).toBe('0')
  expect((await own.part(location, 0, file)).status).toBe(204)
})

test('sends no CORS headers', async () => {
  for (const method of ['GET', 'OPTIONS'] as const) {
    const response = await t.app.inject({
      method,
      url: '/api/session',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('accepts only the public origin outside localhost', () => {
  const isOwn = createOriginCheck('https://learn.example.org')
  expect(
    ['https://learn.example.org', 'http://learn.example.org', 'https://127.0.0.1', 'https://www.learn.example.org'].map(
      isOwn,
    ),
  ).toEqual([true, false, false, false])
})
