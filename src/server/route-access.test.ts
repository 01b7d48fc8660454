import { eq } from 'drizzle-orm'
import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALL_NAMES } from '#contract/calls.ts'
import type { AppError } from '#contract/errors.ts'
import type { RenderPage } from '#contract/page.ts'
import { API_BASE, SUBMISSION_FILES_PATH } from '#contract/paths.ts'
import { buildCourseInput } from '#server/testing/learning/course-input.ts'
import { createOwnerRecords } from '#server/testing/calls/owner-records.ts'
import { createOwner } from '#server/testing/calls/owner.ts'
import { buyCourse, toOrder } from '#server/testing/commerce/orders.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { ACTORS, LESSON_FILE_URL, ROUTES, type RouteRow } from '#server/testing/route-access.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { buildApp } from './app.ts'
import { getUploadsFolder } from './features/uploads/upload-routes.ts'
import { site, users } from './platform/db/schema.ts'

const registered = new Set<string>()
/** Notes the routes of every application that is created. */
const noteRoutes: ChannelListener = (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    // Without the pattern of a parameter.
    for (const name of [method].flat()) registered.add(`${name} ${url.replace(/\([^)]*\)/g, '')}`)
  })
}
subscribe('fastify.initialization', noteRoutes)
afterAll(() => void unsubscribe('fastify.initialization', noteRoutes))

const clientFolder = mkdtempSync(join(tmpdir(), 'lantern-client-'))
mkdirSync(join(clientFolder, '.vite'))
writeFileSync(join(clientFolder, '.vite/manifest.json'), '{}')
writeFileSync(join(clientFolder, 'index.html'), '<html><head></head><body><!--body--></body></html>')
afterAll(() => rmSync(clientFolder, { recursive: true }))

/** Makes the calls of a page as the web part does, and has the first failure's status. The built pages have tests of their own. */
const renderPage: RenderPage = async ({ url, call, form }) => {
  const load = () => (url.startsWith('/dashboard') ? call('getUsers', { page: 1 }) : call('getCourses', { page: 1 }))
  const status = form
    ? 200
    : await load().then(
        () => 200,
        (error: AppError) => error.status,
      )
  return { status, head: '', body: form?.text ?? '', state: '', modules: [] }
}
const pages = { renderPage, clientFolder }

const t = useTestApp({ PAYMENTS: 'test', METRICS_TOKEN: 'a-token-for-the-scraper' }, { pages })
let inMaintenance: FastifyInstance
let cookies: (string | undefined)[]
/** Of those who can log in again. */
let userIds: (number | undefined)[]
/** What the words in capitals of the table stand for. */
let recordIds: Record<string, number | string>
beforeAll(async () => {
  const owner = await createOwner(t)
  recordIds = await createRecords(owner)
  const [other, removed] = [await t.make.signedIn(), await t.make.signedIn()]
  const [admin, demoted] = [await t.make.signedIn({ role: 'admin' }), await t.make.signedIn({ role: 'admin' })]
  await t.db.delete(users).where(eq(users.id, removed.id))
  await t.db.update(users).set({ role: 'student' }).where(eq(users.id, demoted.id))
  userIds = [undefined, owner.id, other.id, undefined, admin.id, demoted.id]
  cookies = [undefined, owner.cookie, other.cookie, removed.cookie, admin.cookie, demoted.cookie]
})
afterAll(() => inMaintenance.close())

async function createRecords(owner: SignedInUser): Promise<typeof recordIds> {
  const { assignment, certificate, course } = createOwnerRecords(t, owner)
  await course({ url: LESSON_FILE_URL })
  mkdirSync(getUploadsFolder(t.dataDir), { recursive: true })
  writeFileSync(join(t.dataDir, LESSON_FILE_URL), 'x')
  const [{ order_id: ORDER }, { order_id: REFUNDED_ORDER }] = [await buyCourse(t, owner), await buyCourse(t, owner)]
  toOrder(await t.call('refundOrder', { order_id: REFUNDED_ORDER }, owner.cookie))
  const ASSIGNMENT = await assignment()
  const uploaded = await t.app.inject({
    method: 'POST',
    url: `${SUBMISSION_FILES_PATH}?material_id=${ASSIGNMENT}`,
    headers: { 'content-type': 'application/octet-stream', cookie: owner.cookie },
    payload: 'x',
  })
  const file_url = String(uploaded.headers.location)
  await t.call('submitAssignment', { material_id: ASSIGNMENT, file_url, file_name: 'work.txt' }, owner.cookie)
  const CERTIFICATE = await certificate()
  return { ORDER, REFUNDED_ORDER, ASSIGNMENT, CERTIFICATE, SUBMITTED_FILE: file_url.split('/').at(-1) ?? '' }
}

/** The error's code where the answer has one, else the status. */
async function ask(
  app: FastifyInstance,
  { request, isPage }: RouteRow,
  cookie: string | undefined,
): Promise<number | string> {
  const response = await app.inject({
    ...request,
    url: request.url.replace(/[A-Z_]{5,}/, (word) => String(recordIds[word])),
    headers: { ...request.headers, ...(cookie && { cookie }) },
  })
  if (response.statusCode < 400) return response.statusCode
  if (isPage) expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  if (isPage || request.method === 'HEAD') return response.statusCode
  const body = response.json<Record<string, unknown>>()
  expect(Object.keys(body).sort()).toEqual(['code', 'msg', 'status'])
  expect(body.status).toBe(false)
  return String(body.code)
}

async function getCookie({ endsSession }: RouteRow, actor: number): Promise<string | undefined> {
  const id = userIds[actor]
  return endsSession && id !== undefined ? t.make.cookie(id) : cookies[actor]
}

const askAll = async (app: FastifyInstance) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(ROUTES).map(async ([name, row]) => {
        const answers: (number | string)[] = []
        for (const actor of ACTORS.keys()) answers.push(await ask(app, row, await getCookie(row, actor)))
        return [name, answers] as const
      }),
    ),
  )

test('every route is a call of the contract or in the table', async () => {
  await t.app.ready()
  const isCall = (url: string) => CALL_NAMES.some((name) => url === `${API_BASE}/${name}`)
  const others = [...registered].filter((route) => !isCall(route.split(' ')[1] ?? ''))
  // Fastify answers HEAD for every GET that does not say otherwise.
  const isOwnRow = (route: string) => route in ROUTES || route.replace(/^HEAD /, 'GET ') in ROUTES
  expect(others.filter((route) => !isOwnRow(route))).toEqual([])
  const routes = Object.keys(ROUTES).map((name) => name.replace(/ \(.*/, ''))
  expect(routes.filter((route) => !registered.has(route))).toEqual([])
})

test('each route answers each actor with the expected status or code', async () => {
  expect(await askAll(t.app)).toEqual(
    Object.fromEntries(Object.entries(ROUTES).map(([name, row]) => [name, row.answers])),
  )
})

test('in maintenance each route answers only those whom it may', async () => {
  await t.db
    .insert(site)
    .values({ running: false })
    .onConflictDoUpdate({ target: site.id, set: { running: false } })
  // A second server, because the first one has cached that the site is running.
  inMaintenance = await buildApp({ env: t.env, database: t.database, pages })
  const closed = ({ request, isPage }: RouteRow) => (isPage || request.method === 'HEAD' ? 503 : 'maintenance')
  const expected = Object.entries(ROUTES).map(([name, row]) => {
    const answers = row.answers.map((answer, index) => {
      if (row.inMaintenance === 'everyone') return answer
      return row.inMaintenance === 'admins' && ACTORS[index] === 'admin' ? answer : closed(row)
    })
    return [name, answers] as const
  })
  expect(await askAll(inMaintenance)).toEqual(Object.fromEntries(expected))
})

test('an admin who is logged out in maintenance gets back in after a restart, and lifts it', async () => {
  const password = 'a lantern in the fog'
  const { email } = await t.make.user({ role: 'admin', password })
  const send = (name: string, payload: object, cookie = '') =>
    inMaintenance.inject({ method: 'POST', url: `${API_BASE}/${name}`, payload, headers: { cookie } })
  expect((await send('addCourse', buildCourseInput())).json().code).toBe('maintenance')
  const login = await send('login', { email, password })
  expect(login.statusCode).toBe(200)
  const session = login.cookies.find(({ name }) => name === 'sid')
  expect((await send('setMaintenance', { status: true }, `sid=${session?.value}`)).statusCode).toBe(200)
  expect((await send('getCourses', { page: 1 })).statusCode).toBe(200)
})
