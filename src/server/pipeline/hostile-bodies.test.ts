import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isErrorCode } from '#contract/errors.ts'
import { contract } from '#contract/contract.ts'
import { CALL_NAMES, type CallName, getCall, getResponseKey } from '#contract/calls.ts'
import { at } from '#server/testing/at.ts'
import { TINY_PNG, createPictureForm } from '#server/testing/files/picture-form.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

/** For each call: 500 for each commit, 10,000 in the nightly run. */
const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.CI ? 500 : 100))
const TIMEOUT_MS = 20_000 + RUNS * 100

const WITH_BODY = CALL_NAMES.filter((name) => getCall(name).method !== 'GET')
const takesPicture = (name: CallName) => getCall(name).isMultipart
const WITHOUT_FIELDS = WITH_BODY.filter((name) => {
  const { input } = contract[name]
  return input.def.type === 'object' && Object.keys(input.def.shape).length === 0
})
const WITH_JSON = WITH_BODY.filter((name) => !takesPicture(name))

/** Every field that any call reads. */
const FIELDS = [
  ...['id', 'student_id', 'user_id', 'admin_id', 'sender_id', 'receiver_id', 'course_id', 'blog_id', 'material_id'],
  ...[
    'email',
    'password',
    'first_name',
    'last_name',
    'birthdate',
    'gender',
    'status_user',
    'role',
    'image_url',
    'code',
  ],
  ...['page', 'search_text', 'select_data', 'value', 'position', 'lessons', 'title', 'status', 'stars', 'review_text'],
  ...[
    'comment_text',
    'subtitle',
    'content',
    'description',
    'price',
    'discount',
    'category',
    'tabs',
    'materials',
    'msg',
  ],
  ...['new_password', 'confirmation', 'token', 'session_id'],
]

const NASTY: unknown[] = [
  ...[null, true, false, 0, -0, 1, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 1e21],
  ...['', ' ', '0', '1', '-1', '1e3', '01', '9'.repeat(15), '9'.repeat(16), '9'.repeat(400), 'NaN', 'Infinity'],
  ...['\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\uffff', '\u202e', '\u0130', 'ﬃ', '👩‍👩‍👧‍👦', 'a\u0301'.repeat(500)],
  ...[
    "'",
    '"',
    '\\',
    "'; drop table users; --",
    '%',
    '_',
    '%%%',
    '\\',
    '${7*7}',
    '{{7*7}}',
    '<script>alert(1)</script>',
  ],
  ...['2024-02-31', '2024-13-45', '0000-00-00', '9999-12-31', '-000001-01-01', '+275760-09-13'],
  ...[
    'a@b.c',
    'a@mail.example',
    `${'a'.repeat(250)}@b.co`,
    'A@MAIL.EXAMPLE',
    'a@mail.example,b@mail.example',
    '@',
    '../../etc/passwd',
  ],
  ...[
    'x'.repeat(10_000),
    [],
    {},
    [1],
    [[[[]]]],
    { id: 1 },
    { $gt: '' },
    { toString: 'x' },
    { length: 1e9 },
    ['a@b.c', 'b@c.d'],
  ],
]

const value = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 200 }) },
)
/** A valid body with a few invalid fields, or any value at all. */
const hostileBody = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), value, { minKeys: 1, maxKeys: 4 }) },
  { weight: 1, arbitrary: value },
)

let t: TestApp
let right: Record<string, unknown>
let cookies: (string | undefined)[]
beforeAll(async () => void (t = await createTestApp()))
afterAll(() => t.close())
beforeEach(async () => {
  // An earlier body may have deleted an account or the course, or started maintenance.
  const [student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
  const course = await t.make.course()
  await t.make.enrollment(student.id, course.id)
  await t.call('setMaintenance', { status: true }, admin.cookie)
  cookies = [undefined, student.cookie, admin.cookie]
  right = {
    id: at(course.lessons).id,
    course_id: course.id,
    page: 1,
    value: true,
    position: 1,
    email: 'a@mail.example',
    // A common password is refused before it is hashed, which would be slow.
    password: 'password',
    first_name: 'A',
    last_name: 'B',
    birthdate: '1990-01-01',
    gender: null,
  }
})

async function expectValidAnswer(name: CallName, payload: string | Buffer, headers: Record<string, string>) {
  const response = await t.app.inject({ method: getCall(name).method, url: `/api/${name}`, headers, payload })
  const body = response.json() as Record<string, unknown>
  const under = getResponseKey(name)
  if (body.code !== 'maintenance') expect(response.statusCode).toBeLessThan(500)
  if (response.statusCode === 200) {
    expect(body.status).toBe(true)
  } else {
    expect(Object.keys(body).sort()).toEqual(['code', 'status', under].sort())
    expect(isErrorCode(body.code)).toBe(true)
    expect(String(body[under]).length).toBeLessThan(120)
  }
  return response
}

describe.each(WITH_JSON)('%s', (name) => {
  test(
    'answers any body below 500, in the envelope',
    async () => {
      await fc.assert(
        fc.asyncProperty(hostileBody, fc.nat({ max: 2 }), async (given, who) => {
          const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
          const payload = JSON.stringify(isObject ? { ...right, ...given } : given)
          const cookie = cookies[who]
          const response = await expectValidAnswer(name, payload, {
            'content-type': 'application/json',
            ...(cookie && { cookie }),
          })
          expect(response.headers['content-type']).toMatch(/json/)
        }),
        { numRuns: RUNS },
      )
    },
    TIMEOUT_MS,
  )
})

test(
  'handleUploads answers any fields and any picture below 500, in the envelope',
  async () => {
    const field = fc.oneof(
      fc.constantFrom(...NASTY.filter((one) => typeof one === 'string')),
      fc.string({ unit: 'binary', maxLength: 50 }),
    )
    const image = fc.oneof(
      fc.constant(TINY_PNG),
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 60 }).map((rest) => Buffer.concat([TINY_PNG.subarray(0, 33), rest])),
    )
    const ids = fc.oneof(field, fc.integer({ min: 1, max: 10 }).map(String))
    const form = fc.record({
      id: ids,
      image,
      fileName: field,
      type: field,
      also: fc.dictionary(fc.constantFrom(...FIELDS, '__proto__'), field, { maxKeys: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(form, fc.nat({ max: 2 }), async (given, who) => {
        const { headers, payload } = await createPictureForm(given)
        const cookie = cookies[who]
        await expectValidAnswer('handleUploads', payload, { ...headers, ...(cookie && { cookie }) })
      }),
      { numRuns: RUNS },
    )
  },
  TIMEOUT_MS,
)

const RAW: [string, () => string | Buffer][] = [
  ['nothing', () => ''],
  ['half an object', () => '{"page":'],
  ['two objects', () => '{}{}'],
  ['a text that was never JSON', () => 'page=1&course_id=2'],
  ['ten thousand lists in each other', () => '['.repeat(10_000) + ']'.repeat(10_000)],
  ['ten thousand objects in each other', () => '{"page":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
  ['a list that never ends', () => '['.repeat(100_000)],
  ['a prototype', () => '{"__proto__":{"role":"admin"},"page":1}'],
  ['a constructor with a prototype', () => '{"constructor":{"prototype":{"role":"admin"}},"page":1}'],
  ['a field twice', () => '{"page":1,"page":"x","course_id":1,"course_id":[1]}'],
  ['a number beyond all numbers', () => '{"page":1e400,"id":-1e400,"course_id":123456789012345678901234567890}'],
  ['broken UTF-8', () => Buffer.from([...Buffer.from('{"email":"'), 0xff, 0xfe, 0xc0, 0x80, ...Buffer.from('"}')])],
  ['a byte order mark', () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{}')])],
  ['UTF-16', () => Buffer.from('{"page":1}', 'utf16le')],
  ['half a surrogate pair', () => '{"first_name":"\\ud83d","email":"\\udc00@mail.example"}'],
  ['half a million characters', () => JSON.stringify({ email: 'x'.repeat(500_000) })],
  ['twenty thousand fields', () => `{${Array.from({ length: 20_000 }, (_, n) => `"f${n}":1`).join()}}`],
]

test.each(RAW)('answers every call below 500 for a body of %s', async (_name, createRaw) => {
  const raw = createRaw()
  // A long body takes a moment to parse, whoever sends it, so the callers take turns.
  const getCallers = (turn: number) => (raw.length > 10_000 ? [cookies[turn % cookies.length]] : cookies)
  for (const [turn, name] of WITH_BODY.entries()) {
    for (const cookie of getCallers(turn)) {
      const response = await expectValidAnswer(name, raw, {
        'content-type': 'application/json',
        ...(cookie && { cookie }),
      })
      expect(response.headers['content-type']).toMatch(/json/)
    }
  }
})

test('returns 413 for a body over its limit without reading it', async () => {
  const payload = JSON.stringify({ email: 'x'.repeat(5_000_000) })
  for (const name of WITH_BODY) {
    const response = await expectValidAnswer(name, payload, {
      'content-type': 'application/json',
    })
    expect([name, response.statusCode, response.json().code]).toEqual(
      takesPicture(name) ? [name, 415, 'unsupported_body'] : [name, 413, 'too_large'],
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
  if (!type.startsWith('multipart')) {
    const response = await expectValidAnswer('handleUploads', '[1]', { 'content-type': type, cookie: cookies[1] ?? '' })
    expect(response.statusCode).toBe(415)
  }
  for (const name of WITH_JSON) {
    // Invalid for every call.
    const response = await expectValidAnswer(name, '[1]', { 'content-type': type, cookie: cookies[1] ?? '' })
    const taken = response.statusCode === 400 || response.statusCode === 403 ? 400 : response.statusCode
    expect([name, taken]).toEqual([name, status])
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
  for (const name of WITH_BODY) {
    if (WITHOUT_FIELDS.includes(name)) continue
    const response = await expectValidAnswer(
      name,
      '{"page":"x","id":"x","course_id":"x","email":[1],"password":[1],"position":"x"}',
      {
        'content-type': type,
        cookie: cookies[1] ?? '',
      },
    )
    expect([400, 403, 415], name).toContain(response.statusCode)
  }
})

test('returns an error for a compressed body', async () => {
  const { gzipSync } = await import('node:zlib')
  for (const name of WITH_BODY) {
    const response = await expectValidAnswer(name, gzipSync('{"page":1}'), {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    })
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
  }
})

test('refuses a wrong content-length', async () => {
  for (const length of ['1', '1000', '-5', '1e3', '99999999999999999999']) {
    const headers = { 'content-type': 'application/json', 'content-length': length }
    expect((await expectValidAnswer('login', '{"email":"a@mail.example"}', headers)).statusCode).toBeGreaterThanOrEqual(
      400,
    )
  }
})

test('leaves Object.prototype unchanged', () => {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as { role?: string }).role).toBeUndefined()
})
