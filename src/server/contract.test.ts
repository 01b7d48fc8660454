import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERRORS, isErrorCode } from '#contract/errors.ts'
import { CALL_NAMES, type CallName, getCall, getResponseKey } from '#contract/calls.ts'
import { SPEC_CALLS } from '#contract/calls/spec-calls.ts'
import { buildApp } from './app.ts'
import { site, users } from './platform/db/schema.ts'
import { type Actor, ACTORS, type Answers, CALL_ACCESS, OPEN_IN_MAINTENANCE } from './testing/calls/call-access.ts'
import { createInput, type Input } from './testing/calls/call-inputs.ts'
import { createOwnerRecords } from './testing/calls/owner-records.ts'
import { createOwner } from './testing/calls/owner.ts'
import { type CallAnswer, sendCall } from './testing/calls/send-call.ts'
import { useTestApp } from './testing/test-app.ts'
import { PROJECT_ROOT } from './platform/project-root.ts'

const t = useTestApp({ PAYMENTS: 'test' })
let inMaintenance: FastifyInstance
beforeAll(async () => void (await t.call('getMaintenace', {})))

const demote = (userId: number) => t.db.update(users).set({ role: 'student' }).where(eq(users.id, userId))
async function createDemotedAdmin(): Promise<{ cookie: string }> {
  const admin = await t.make.signedIn({ role: 'admin' })
  await demote(admin.id)
  return admin
}

let removedUser: Promise<{ cookie: string }> | undefined
async function createRemovedUser(): Promise<{ cookie: string }> {
  const user = await t.make.signedIn()
  await t.db.delete(users).where(eq(users.id, user.id))
  return user
}

interface Case {
  createInput: (name: CallName) => Promise<Input>
  cookies: Record<Actor, string | undefined>
  adminId: number
}

async function createCase(): Promise<Case> {
  const owner = await createOwner(t)
  const records = createOwnerRecords(t, owner)
  // Nothing can change for a user who is gone, so all calls share one.
  removedUser ??= createRemovedUser()
  const admin = await t.make.signedIn({ role: 'admin' })
  const cookies = {
    visitor: undefined,
    owner: owner.cookie,
    'other student': (await t.make.signedIn()).cookie,
    'removed user': (await removedUser).cookie,
    admin: admin.cookie,
    'demoted admin': (await createDemotedAdmin()).cookie,
  }
  return { createInput: (name) => createInput(name, records), cookies, adminId: admin.id }
}

let sharedCase: Promise<Case> | undefined
let ownCase: Case | undefined
/** Calls that leave accounts as they are share users and sessions: to make them takes longer than to call. */
async function prepareCase(name: CallName): Promise<Case> {
  // The code that forgotPass makes later would end the one in another call's input.
  if (name === 'forgotPass' || getCall(name).invalidates?.some((tag) => tag === 'account' || tag === 'users')) {
    if (ownCase) await demote(ownCase.adminId) // Orders send each admin an email.
    ownCase = await createCase()
    return ownCase
  }
  sharedCase ??= createCase()
  return sharedCase
}

/** Of errors that say more than their code's text. */
const OWN_TEXTS: Record<string, string> = {
  'deleteAccount invalid_input': 'Type your email to confirm',
  'confirmTotp wrong_code': 'The code is wrong. Enter the current code of the app',
  'renewRecoveryCodes changed_meanwhile': 'Set up two-step verification first',
  'addPasskey wrong_code': 'The passkey could not be added. Try again',
  'renamePasskey changed_meanwhile': 'This passkey was removed',
}

function expectEnvelope(name: CallName, { status, body }: CallAnswer) {
  const endpoint: Endpoint = contract[name]
  const key = getResponseKey(name)
  if (status === 200) {
    expect(body.status).toBe(true)
    expect(Object.keys(body).sort()).toEqual([key, 'status', ...(endpoint.nextPage ? ['nextPage'] : [])].sort())
    expect(endpoint.output.safeParse(body[key]).error).toBeUndefined()
  } else {
    expect(Object.keys(body).sort()).toEqual(['code', 'status', key].sort())
    expect(body.status).toBe(false)
    if (!isErrorCode(body.code)) throw new Error(`An unknown code: ${String(body.code)}`)
    const [expectedStatus, text] = ERRORS[body.code]
    expect([name, status, body[key]]).toEqual([name, expectedStatus, OWN_TEXTS[`${name} ${body.code}`] ?? text])
  }
}

/** Of each actor: the status of a success, or the error's code. */
async function askAsEach(app: FastifyInstance, name: CallName, changes: Input = {}): Promise<Answers> {
  const { createInput, cookies } = await prepareCase(name)
  const answers: Partial<Record<Actor, unknown>> = {}
  let input: Input | undefined
  for (const actor of ACTORS) {
    input ??= { ...(await createInput(name)), ...changes }
    const answer = await sendCall(app, name, input, cookies[actor])
    expectEnvelope(name, answer)
    answers[actor] = answer.body.code ?? answer.status
    // New records for the next actor, who must not find what this one has deleted.
    if (answer.status === 200) input = undefined
  }
  return answers as Answers
}

describe.each(CALL_NAMES)('%s', (name) => {
  test('answers each actor with the expected code and envelope', async () => {
    expect(await askAsEach(t.app, name)).toEqual(CALL_ACCESS[name])
  })
})

describe('in maintenance', () => {
  beforeAll(async () => {
    await t.db
      .insert(site)
      .values({ running: false })
      .onConflictDoUpdate({ target: site.id, set: { running: false } })
    // A second server, because the first one has cached that the site is running.
    inMaintenance = await buildApp({ env: t.env, database: t.database })
  })
  afterAll(() => inMaintenance.close())

  test.each(CALL_NAMES)('%s answers admins, and others only where it is allowed', async (name) => {
    const expected = { ...CALL_ACCESS[name] }
    if (!OPEN_IN_MAINTENANCE.has(name))
      for (const actor of ACTORS) if (actor !== 'admin') expected[actor] = 'maintenance'
    // It stays in maintenance for the calls that follow.
    const changes = name === 'setMaintenance' ? { status: false } : {}
    expect(await askAsEach(inMaintenance, name, changes)).toEqual(expected)
  })

  test('sends Retry-After, and getMaintenace reports maintenance', async () => {
    const refused = await inMaintenance.inject({ method: 'POST', url: '/api/getCourses', payload: { page: 1 } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await inMaintenance.inject('/api/getMaintenace')).json()).toEqual({
      status: true,
      msg: [{ status: false }],
    })
  })
})

test.each(SPEC_CALLS)('answers the spec’s call $method $path', async ({ method, path }) => {
  const response = await t.app.inject({ method, url: `/api${path}`, ...(method !== 'GET' && { payload: {} }) })
  expect(response.json()).not.toMatchObject({ code: 'page_not_found' })
})

test('reads every call of the spec’s table', () => {
  expect(SPEC_CALLS.length).toBe(36)
})

test.each(SPEC_CALLS.filter(({ path }) => path !== '/auth/google'))(
  'declares the payload that the spec lists for $path',
  ({ path, fields }) => {
    const { input } = contract[path.slice(1) as CallName]
    // A union is of a list and a single record. The picture is a part of its own.
    const shapes = input.def.type === 'union' ? input.def.options.map(({ shape }) => shape) : [input.def.shape]
    const declared = ['image', ...shapes.flatMap((shape) => Object.keys(shape))]
    expect(declared).toEqual(expect.arrayContaining(fields))
  },
)

test('mounts each call at its own name, for its own method only', async () => {
  for (const name of CALL_NAMES) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const response = await t.app.inject({ method, url: `/api/${name}`, ...(method !== 'GET' && { payload: {} }) })
      const { code } = response.json()
      if (method === getCall(name).method) expect([name, code]).not.toEqual([name, 'page_not_found'])
      else expect([name, response.statusCode, code]).toEqual([name, 404, 'page_not_found'])
    }
  }
})

test('uses every error of the catalogue in the server', () => {
  const folder = join(PROJECT_ROOT, 'src/server')
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')
  const serverErrors = Object.keys(ERRORS).filter((code) => code !== 'connection')
  expect(serverErrors.filter((code) => !source.includes(`'${code}'`))).toEqual([])
})

test('answers an unknown path with 404 in the envelope', async () => {
  for (const url of [
    '/api',
    '/api/',
    '/api/nope',
    '/api/login/x',
    '/apilogin',
    '/api//login',
    '//api/login',
    '//',
    '/API/session',
    '/api/__proto__',
    '/api/constructor',
    '/api/.env',
    '/nope',
  ]) {
    const response = await t.app.inject(url)
    expect([url, response.statusCode, response.json()]).toEqual([
      url,
      404,
      { status: false, code: 'page_not_found', msg: 'Page is not found' },
    ])
  }
})

test('answers malformed paths and unknown methods below 500, in the envelope', async () => {
  const urls = [
    '/%zz',
    '/api/%zz',
    '/api/%',
    '/api/%E0%A4%A',
    '/uploads/%zz',
    '/api/%00',
    '/api/session%00',
    '/api/session;a=b',
    `/${'a'.repeat(65_536)}`,
    `/api/session?${'a=b&'.repeat(16_384)}`,
    `/uploads/${'a'.repeat(65_536)}`,
    '/api/session/../../etc/passwd',
    '/api/session#x',
    '/api\\session',
  ]
  const methods = [
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'SEARCH',
    'LOCK',
    'CONNECT',
  ] as unknown as InjectOptions['method'][]
  for (const url of urls) {
    for (const method of methods) {
      const response = await t.app.inject({ method: method ?? 'GET', url })
      expect([method, url.slice(0, 40), response.statusCode < 500]).toEqual([method, url.slice(0, 40), true])
      expect(response.json()).toMatchObject({ status: expect.any(Boolean) })
      expect(response.headers['x-content-type-options']).toBe('nosniff')
      expect(response.headers['content-security-policy']).toBeDefined()
    }
    const head = await t.app.inject({ method: 'HEAD', url })
    expect([head.statusCode < 500, head.body]).toEqual([true, expect.any(String)])
  }
})
