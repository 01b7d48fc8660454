import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isErrorCode } from '#contract/errors.ts'
import { CALL_NAMES, type CallName, getCall, getResponseKey } from '#contract/calls.ts'
import { users } from '#server/platform/db/schema.ts'
import { AnswerFigures, SLOW_MS } from '#server/testing/calls/answer-figures.ts'
import { CALL_ACCESS } from '#server/testing/calls/call-access.ts'
import { createInput, type Input } from '#server/testing/calls/call-inputs.ts'
import { createChallengeCookie } from '#server/testing/calls/challenge-cookies.ts'
import { applyHostility, getFields, hostility, listReplacements } from '#server/testing/calls/hostile-input.ts'
import { NASTY_TEXTS } from '#server/testing/calls/hostile-values.ts'
import { MALFORMED_BODIES } from '#server/testing/calls/malformed-bodies.ts'
import { createOwnerRecords } from '#server/testing/calls/owner-records.ts'
import { createOwner } from '#server/testing/calls/owner.ts'
import { TINY_PNG, createPictureForm } from '#server/testing/files/picture-form.ts'
import { DEVICE_COOKIE } from '#server/testing/test-client.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { ON_SERVER } from '#server/testing/test-db.ts'

/** The script of the night says how many, and sends each nasty value at each place of each input as well. */
const { FUZZ_RUNS, CI } = process.env
/** For each call: at each change as many as the programme in reliability.md asks for. On PostgreSQL they are repeated. */
const RUNS = Number(FUZZ_RUNS ?? (ON_SERVER ? 10 : CI ? 500 : 30))
const TIMEOUT_MS = 150_000 + RUNS * 200
/** Records that a write may have used up are made again after so many bodies, because making them takes longer than a call. */
const BODIES_PER_INPUT = 20
const MAX_GROWTH_MB = 50

/** The nightly run deals the calls out to several processes: `1/2` is the second of two. */
const [PART = 0, PARTS = 1] = (process.env.FUZZ_PART ?? '0/1').split('/').map(Number)
const WITH_BODY = CALL_NAMES.filter((name) => getCall(name).method !== 'GET').filter((_, at) => at % PARTS === PART)
const WITH_PICTURE = WITH_BODY.filter((name) => getCall(name).isMultipart)
const WITH_JSON = WITH_BODY.filter((name) => !getCall(name).isMultipart)

const t = useTestApp({ PAYMENTS: 'test' })
const figures = new AnswerFigures()
afterAll(async () => {
  if (process.env.FUZZ_FIGURES) await figures.write(process.env.FUZZ_FIGURES)
})

interface CallRequest {
  payload: string | Buffer
  headers?: Record<string, string>
  cookie?: string | undefined
}

const JSON_TYPE = { 'content-type': 'application/json' }
const toJson = (body: unknown): CallRequest => ({ payload: JSON.stringify(body) ?? '', headers: JSON_TYPE })

/** What errors have beside the envelope's own fields. */
const MORE_FIELDS: Record<string, string[]> = {
  lesson_locked: ['locked_reason', 'opens_date'],
  proof_needed: ['challenge'],
  second_factor_needed: ['steps'],
}

/** What is wrong with an answer, whatever was sent. */
function findProblem(name: CallName, response: LightMyRequestResponse): string | undefined {
  if (!/json/.test(String(response.headers['content-type']))) return 'not JSON'
  const body = response.json<Record<string, unknown>>()
  const key = getResponseKey(name)
  if (response.statusCode === 200) return body.status === true ? undefined : 'a success without its status'
  if (response.statusCode >= 500 && body.code !== 'maintenance') return `${response.statusCode} ${String(body.code)}`
  const more = MORE_FIELDS[String(body.code)] ?? []
  if (Object.keys(body).sort().join() !== ['code', 'status', key, ...more].sort().join()) return 'outside the envelope'
  if (!isErrorCode(body.code)) return `an unknown code: ${String(body.code)}`
  return String(body[key]).length < 120 ? undefined : 'a long message'
}

/** @param createRequest called again with `true` when the answer is slow */
async function expectValidAnswer(
  name: CallName,
  createRequest: (isRepeat: boolean) => CallRequest | Promise<CallRequest>,
): Promise<LightMyRequestResponse> {
  const { method } = getCall(name)
  const send = ({ payload, headers, cookie }: CallRequest) =>
    t.app.inject({ method, url: `/api/${name}`, payload, headers: { ...headers, ...(cookie && { cookie }) } })
  const response = await figures.time(name, createRequest, send)
  expect(findProblem(name, response)).toBeUndefined()
  if (response.statusCode === 200) figures.successes.add(name)
  return response
}

interface People {
  owner: SignedInUser
  admin: SignedInUser
}

const createPeople = async (): Promise<People> => ({
  owner: await createOwner(t),
  admin: await t.make.signedIn({ role: 'admin' }),
})
let sharedPeople: Promise<People> | undefined
let ownPeople: People | undefined

/** For one input. The admin before is none any more, because orders send each admin an email. */
async function createOwnPeople(): Promise<People> {
  if (ownPeople) await t.db.update(users).set({ role: 'student' }).where(eq(users.id, ownPeople.admin.id))
  ownPeople = await createPeople()
  return ownPeople
}

/** Most calls share them, because making them takes longer than a call. Others may end their sessions. */
function getPeople(name: CallName): Promise<People> {
  // Its code is made later, and would end the one that another call's input has.
  if (name === 'forgotPass') return createOwnPeople()
  if (getCall(name).invalidates?.some((tag) => tag === 'account' || tag === 'users')) {
    // This call may delete them, where a random id is theirs.
    sharedPeople = undefined
    return createOwnPeople()
  }
  sharedPeople ??= createPeople()
  return sharedPeople
}

/** A valid input and who sends it: a visitor, its owner, an admin, and once more the one who may. */
async function prepareCase(name: CallName) {
  const { owner, admin } = await getPeople(name)
  const records = createOwnerRecords(t, owner)
  const input = await createInput(name, records)
  const challenge = await createChallengeCookie(name, records)
  const toCookie = (session: string) => [DEVICE_COOKIE, session, challenge].filter(Boolean).join('; ')
  const allowed = CALL_ACCESS[name].owner === 'not_allowed' ? admin : owner
  return { input, cookies: ['', owner.cookie, admin.cookie, allowed.cookie].map(toCookie) }
}
type Case = Awaited<ReturnType<typeof prepareCase>>
/** A valid body of a read changes nothing, so the attack on the call goes on with its records. */
const casesOfReads = new Map<CallName, Case>()
const ACTORS = 4
const ALLOWED = 3

/** Sends bodies that are made of a valid input. @param listFixed sent before the random ones at night */
async function attack<Hostile>(
  name: CallName,
  hostile: fc.Arbitrary<Hostile>,
  toRequest: (input: Input, hostile: Hostile) => CallRequest | Promise<CallRequest>,
  listFixed: (input: Input) => Hostile[] = () => [],
): Promise<void> {
  let current = casesOfReads.get(name) ?? (await prepareCase(name))
  let bodies = 0
  const renew = async () => {
    current = await prepareCase(name)
    bodies = 0
  }
  const property = fc.asyncProperty(hostile, fc.nat({ max: ACTORS - 1 }), async (given, actor) => {
    if (bodies++ >= BODIES_PER_INPUT && getCall(name).invalidates) await renew()
    await expectValidAnswer(name, async (isRepeat) => {
      if (isRepeat) await renew()
      return { ...(await toRequest(current.input, given)), cookie: current.cookies[actor] }
    })
  })
  const fixed = FUZZ_RUNS === undefined ? [] : listFixed(current.input)
  const examples = fixed.map((given): [Hostile, number] => [given, ALLOWED])
  await fc.assert(property, { examples, numRuns: examples.length + RUNS })
}

describe('valid bodies', () => {
  test.each(WITH_BODY)('%s answers with 200', async (name) => {
    const prepared = await prepareCase(name)
    const { input, cookies } = prepared
    if (getCall(name).tags) casesOfReads.set(name, prepared)
    const request = getCall(name).isMultipart ? await createPictureForm(input) : toJson(input)
    const response = await expectValidAnswer(name, () => ({ ...request, cookie: cookies[ALLOWED] }))
    expect([response.statusCode, response.json().code]).toEqual([200, undefined])
  })
  // What every call has loaded by now stays.
  afterAll(() => figures.startMemory())
})

test.each(WITH_JSON)(
  '%s answers any body below 500, in the envelope',
  async (name) => {
    await attack(
      name,
      hostility,
      (input, hostile) => toJson(applyHostility(name, input, hostile)),
      (input) => listReplacements(name, input),
    )
    if (name !== 'setMaintenance') return
    const { admin } = await createPeople()
    expect((await t.call('setMaintenance', { status: true }, admin.cookie)).status).toBe(200)
  },
  TIMEOUT_MS,
)

test.each(WITH_PICTURE)(
  '%s answers any fields and any picture below 500, in the envelope',
  async (name) => {
    const field = fc.oneof(fc.constantFrom(...NASTY_TEXTS), fc.string({ unit: 'binary', maxLength: 50 }))
    const picture = fc.oneof(
      // Decoding it takes longer than everything else.
      { weight: 1, arbitrary: fc.constant(TINY_PNG) },
      { weight: 3, arbitrary: fc.uint8Array({ maxLength: 200 }) },
      {
        weight: 3,
        arbitrary: fc.uint8Array({ maxLength: 60 }).map((rest) => Buffer.concat([TINY_PNG.subarray(0, 33), rest])),
      },
    )
    const form = fc.record(
      {
        id: fc.oneof(field, fc.integer({ min: 1, max: 10 }).map(String)),
        image: picture,
        fileName: field,
        type: field,
        extraFields: fc.dictionary(fc.constantFrom('student_id', 'role', 'image_url', '__proto__'), field, {
          maxKeys: 3,
        }),
      },
      { requiredKeys: ['image'] },
    )
    await attack(name, form, (input, given) => createPictureForm({ ...input, ...given }))
  },
  TIMEOUT_MS,
)

describe('bodies that are no input', () => {
  let cookies: string[]
  /** Of a user who may make the call. */
  const getAllowedCookie = (name: CallName) => cookies[getCall(name).access === 'admin' ? 2 : 1]
  beforeEach(async () => {
    // An earlier body may have ended a session.
    cookies = ['', (await t.make.signedIn()).cookie, (await t.make.signedIn({ role: 'admin' })).cookie]
  })

  test.each(MALFORMED_BODIES)('answers every call below 500 for a body of %s', async (_name, create) => {
    const payload = create()
    // A long body takes a moment to parse, whoever sends it, so the callers take turns.
    const getCallers = (turn: number) => (payload.length > 10_000 ? [cookies[turn % cookies.length]] : cookies)
    for (const [turn, name] of WITH_BODY.entries())
      for (const cookie of getCallers(turn))
        await expectValidAnswer(name, () => ({ payload, headers: JSON_TYPE, cookie }))
  })

  test('returns 413 for a body over its limit without reading it', async () => {
    const request = toJson({ email: 'x'.repeat(5_000_000) })
    for (const name of WITH_BODY) {
      const response = await expectValidAnswer(name, () => request)
      expect([name, response.statusCode, response.json().code]).toEqual(
        getCall(name).isMultipart ? [name, 415, 'unsupported_body'] : [name, 413, 'too_large'],
      )
    }
  })

  test.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/xml', 415],
    ['text/html', 415],
    ['application/jsonp', 415],
    ['application/json,text/plain', 415],
    ['nonsense', 415],
    ['\u00e4', 415],
    ['application/json', 400],
    ['application/json; charset=utf-8', 400],
    ['APPLICATION/JSON', 400],
  ])('answers a body of type %s with %i', async (type, status) => {
    // Invalid for every call.
    const request = { payload: '[1]', headers: { 'content-type': type } }
    if (!type.startsWith('multipart')) {
      const response = await expectValidAnswer('handleUploads', () => ({ ...request, cookie: cookies[1] }))
      expect(response.statusCode).toBe(415)
    }
    for (const name of WITH_JSON) {
      const { statusCode } = await expectValidAnswer(name, () => ({ ...request, cookie: getAllowedCookie(name) }))
      expect([name, statusCode]).toEqual([name, status])
    }
  })

  test.each([
    'application/json\t;',
    'application/json \t',
    'application/json;',
    'application/json ;charset=utf-8',
    ' application/json',
    'application/json\t; charset=utf-8',
    'application/json;;;',
    'application/json\u00a0;',
  ])('validates the body under content type %j', async (type) => {
    const payload = '{"page":"x","id":"x","course_id":"x","email":[1],"password":[1],"position":"x","search_text":[1]}'
    const request = { payload, headers: { 'content-type': type } }
    for (const name of WITH_BODY) {
      if (getFields(name).length === 0) continue
      const { statusCode } = await expectValidAnswer(name, () => ({ ...request, cookie: getAllowedCookie(name) }))
      expect([name, statusCode]).toEqual([name, getCall(name).isMultipart ? 415 : 400])
    }
  })

  test('returns an error for a compressed body', async () => {
    const request = { payload: gzipSync('{"page":1}'), headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } }
    for (const name of WITH_BODY) {
      const response = await expectValidAnswer(name, () => request)
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
    }
  })

  test.each(['1', '1000', '-5', '1e3', '99999999999999999999'])('refuses a content-length of %s', async (length) => {
    const request = { payload: '{"email":"a@mail.example"}', headers: { ...JSON_TYPE, 'content-length': length } }
    const response = await expectValidAnswer('login', () => request)
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
  })
})

test('leaves Object.prototype unchanged', () => {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as { role?: string }).role).toBeUndefined()
})

test('every call has answered 200 at least once', () => {
  expect(WITH_BODY.filter((name) => !figures.successes.has(name))).toEqual([])
})

test('every answer came within a second, and memory grew by less than 50 MB', async () => {
  const { slowestMs, slowestCall, memoryGrowthMb } = await figures.read()
  expect([slowestCall, slowestMs < SLOW_MS]).toEqual([slowestCall, true])
  expect(memoryGrowthMb).toBeLessThan(MAX_GROWTH_MB)
})
