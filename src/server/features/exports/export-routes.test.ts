import { eq, sql } from 'drizzle-orm'
import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { removeFormulaEscape } from '#contract/text/csv.ts'
import { importedUser } from '#contract/schemas/accounts/admin-users.ts'
import { systemLog, users } from '#server/platform/db/schema.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['make']['signedIn']>>
beforeAll(async () => {
  t = await createTestApp()
})
beforeEach(async () => {
  await t.db.delete(users)
  await t.db.delete(systemLog)
  admin = await t.make.signedIn({ role: 'admin', firstName: 'Zoe', lastName: 'Head', email: 'head@school.example' })
})
afterAll(() => t.close())

const download = (path: string, headers: Record<string, string> = { cookie: admin.cookie }) =>
  t.app.inject({ url: `/api/exports/${path}`, headers })

/** The file's records by column; a parse error fails the test. */
async function records(path: string): Promise<Record<string, string>[]> {
  const { statusCode, payload } = await download(path)
  expect([statusCode, payload.startsWith('\ufeff'), payload.endsWith('\r\n')]).toEqual([200, true, true])
  const { data, errors } = Papa.parse<Record<string, string>>(payload.slice(1, -2), {
    header: true,
    delimiter: ',',
    newline: '\r\n',
  })
  expect(errors).toEqual([])
  return data
}
const column = async (path: string, name: string) => (await records(path)).map((record) => record[name])

describe.each(['users.csv', 'system-log.csv', 'orders.csv', 'audit-log.csv'])('%s', (path) => {
  test('refuses visitors, students and cross-site requests', async () => {
    const student = await t.make.signedIn()
    const refusals = await Promise.all([
      download(path, {}),
      download(path, { cookie: student.cookie }),
      download(path, { cookie: admin.cookie, 'sec-fetch-site': 'cross-site' }),
      download(path, { cookie: admin.cookie, origin: 'https://evil.example' }),
    ])
    expect(refusals.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [401, 'not_signed_in'],
      [403, 'not_allowed'],
      [403, 'cross_site'],
      [403, 'cross_site'],
    ])
    expect(
      (await t.app.inject({ method: 'POST', url: `/api/exports/${path}`, headers: { cookie: admin.cookie } }))
        .statusCode,
    ).toBe(404)
  })

  test('sends a dated attachment with no-store', async () => {
    const { headers } = await download(path)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${path.slice(0, -4)}-${new Date().toISOString().slice(0, 10)}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test('answers admins in maintenance, and others with 503', async () => {
    const student = await t.make.signedIn()
    await t.call('setMaintenance', { status: false }, admin.cookie)
    const statuses = await Promise.all(
      [{}, { cookie: student.cookie }, { cookie: admin.cookie }].map(
        async (headers) => (await download(path, headers)).statusCode,
      ),
    )
    await t.call('setMaintenance', { status: true }, admin.cookie)
    expect(statuses).toEqual([503, 503, 200])
  })

  test.each([
    'search_text=a&search_text=b',
    `search_text=${'x'.repeat(101)}`,
    'search_text=%00',
    'select_data=Students&kind=gossip&action=gossip',
  ])('returns 400 for ?%s', async (query) => {
    const answer = await download(`${path}?${query}`)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })
})

test('exports the panel’s columns of a user, without secrets', async () => {
  await t.make.user({
    firstName: 'Mara',
    lastName: 'Ilves',
    email: 'mara@mail.example',
    birthdate: '1991-04-17',
    gender: 'Female',
    passwordHash: 'secret-hash',
    courseJoined: 3,
  })
  const { payload } = await download('users.csv')
  expect(payload.split('\r\n')[0]).toBe(
    '\ufeffstudent_id,first_name,last_name,email,role,active,joined_at,birthdate,gender,course_joined',
  )
  expect(payload).not.toContain('secret-hash')
  expect(await records('users.csv')).toEqual([
    {
      student_id: expect.stringMatching(/^\d+$/),
      ...{ first_name: 'Mara', last_name: 'Ilves', email: 'mara@mail.example', role: 'student', active: 'false' },
      ...{
        joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        birthdate: '1991-04-17',
        gender: 'Female',
        course_joined: '3',
      },
    },
    expect.objectContaining({
      first_name: 'Zoe',
      role: 'admin',
      active: 'true',
      birthdate: '',
      gender: '',
      course_joined: '0',
    }),
  ])
})

test('applies the users panel’s filters', async () => {
  await t.make.signedIn({ firstName: 'Here' })
  await t.make.user({ firstName: 'Away' })
  expect(await column('users.csv?select_data=Active', 'first_name')).toEqual(['Here', 'Zoe'])
  expect(await column('users.csv?select_data=Inactive', 'first_name')).toEqual(['Away'])
  expect(await column('users.csv?select_data=Admins&sort=name&descending=false', 'first_name')).toEqual(['Zoe'])
  expect(
    await column('users.csv?search_text=zoe%20HEAD&select_data=&sort=joined&descending=true', 'first_name'),
  ).toEqual(['Zoe'])
  expect(await column('users.csv?search_text=nobody', 'first_name')).toEqual([])
})

test('finds words in any order and with a typo, as the users panel does', async () => {
  await t.make.user({ firstName: 'Marlene', lastName: 'Quartz' })
  expect(await column('users.csv?search_text=quartz%20marlene', 'first_name')).toEqual(['Marlene'])
  expect(await column('users.csv?search_text=qaurtz', 'first_name')).toEqual(['Marlene'])
})

test('searches each batch of ids only, also when the search finds everybody', async () => {
  await t.db.execute(sql`
    insert into users (email, first_name, last_name)
    select 'u' || n || '@mail.example', case when n % 1000 = 1 then 'Rare' else 'Common' end, 'Name' from generate_series(1, 3500) n`)
  const query = vi.spyOn(t.database.pool, 'query')
  expect(await column('users.csv?search_text=mail.example', 'email')).toHaveLength(3_500)
  const statements = query.mock.calls.map(([asked]) => JSON.stringify(asked)).filter((text) => text.includes('ilike'))
  query.mockRestore()
  expect(statements.length).toBeGreaterThan(3)
  expect(statements.every((text) => text.includes('between'))).toBe(true)
  expect(await column('users.csv?search_text=rare', 'email')).toEqual(
    [3_001, 2_001, 1_001, 1].map((n) => `u${n}@mail.example`),
  )
})

test('applies the log panel’s filters', async () => {
  await t.db.insert(systemLog).values([
    { kind: 'review', message: 'One', email: 'mara@mail.example', studentId: 991 },
    { kind: 'comment', message: 'Two', studentId: 991 },
    { kind: 'review', message: 'Three' },
  ])
  expect((await records('system-log.csv'))[2]).toEqual({
    ...{ log_id: expect.stringMatching(/^\d+$/), created_date: expect.stringMatching(/Z$/), kind: 'review' },
    ...{ message: 'One', email: 'mara@mail.example', student_id: '991' },
  })
  expect(await column('system-log.csv?kind=review', 'message')).toEqual(['Three', 'One'])
  expect(await column('system-log.csv?person=991&search_text=two', 'message')).toEqual(['Two'])
  expect(await column('system-log.csv?person=991&kind=&search_text=', 'message')).toEqual(['Two', 'One'])
})

const HOSTILE = [
  ...[
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '=1\n+2',
    '=HYPERLINK("https://evil.example","x")',
    '"=1+1',
    "'=1",
    `'"=1`,
    ' =1',
    '＝1',
    'hello;=1+1',
    "hello;'=1+1",
    'hello\r\n@SUM(A1)',
    '\t=1;"+2',
  ],
  ...[
    'a,b',
    'a"b',
    '"',
    '""',
    'a\r\nb',
    'a\nb',
    ' spaces ',
    ';',
    '',
    '’t Hooft',
    "'t Hooft",
    'Ünïcode 漢字 🏮',
    '\ufeffmark',
  ],
]

test('escapes formulas so that an import restores them', async () => {
  await t.db.insert(systemLog).values(HOSTILE.map((message) => ({ message })))
  const messages = (await column('system-log.csv', 'message')).reverse()
  for (const message of messages) {
    expect(message).not.toMatch(/^["\s]*[=+\-@\t\r\n＝]/)
    // Where Excel separates cells by semicolons.
    expect(message).not.toMatch(/[;\t\r\n]["\s]*[=+\-@＝]/)
  }
  expect(messages.map((message) => removeFormulaEscape(message ?? ''))).toEqual(HOSTILE)
})

test('escapes names that are formulas, and an import restores them', async () => {
  const importedUsers = [
    {
      first_name: '=cmd|calc',
      last_name: '"+quoted"',
      email: '-odd@mail.example',
      birthdate: '1991-04-17',
      gender: 'Male' as const,
    },
    { first_name: 'A, "B"', last_name: "'t Hooft", email: "'+1@mail.example", birthdate: null, gender: null },
    { first_name: 'Hypatia', last_name: '', email: 'hypatia@mail.example', birthdate: null, gender: null },
  ]
  for (const user of importedUsers) {
    await t.make.user({
      firstName: user.first_name,
      lastName: user.last_name,
      email: user.email,
      birthdate: user.birthdate,
      gender: user.gender,
    })
  }
  const found = (await records('users.csv?search_text=mail.example')).reverse()
  for (const cell of found.flatMap((record) => Object.values(record))) expect(cell).not.toMatch(/^["\s]*[=+\-@]/)
  const read = found
    .map((record) =>
      Object.fromEntries(Object.entries(record).map(([name, cell]) => [name, removeFormulaEscape(cell)])),
    )
    .map((record) => ({ ...record, birthdate: record['birthdate'] || null, gender: record['gender'] || null }))
  expect(read.map((record) => importedUser.parse(record))).toEqual(importedUsers)
})

test.each([999, 1_000, 1_001, 2_500])('exports %i rows, each once, newest first', async (count) => {
  await t.db.execute(sql`insert into system_log (message) select 'Line ' || n from generate_series(1, ${count}) n`)
  expect(await column('system-log.csv', 'message')).toEqual(
    Array.from({ length: count }, (_, n) => `Line ${count - n}`),
  )
})

test('skips no row when a user is deleted during the export', async () => {
  await t.db.execute(sql`insert into system_log (message) select 'Line ' || n from generate_series(1, 1500) n`)
  const query = vi.spyOn(t.database.pool, 'query')
  const file = download('system-log.csv')
  await vi.waitFor(() =>
    // The rows, not the range of their ids before.
    expect(query.mock.calls.filter(([asked]) => JSON.stringify(asked).includes('between'))).not.toEqual([]),
  )
  await t.db.delete(systemLog).where(eq(systemLog.message, 'Line 1500'))
  await t.db.insert(systemLog).values({ message: 'Late' })
  query.mockRestore()
  const lines = (await file).payload.match(/Line \d+/g)
  expect([lines?.length, new Set(lines).size, lines?.at(-1)]).toEqual([1_500, 1_500, 'Line 1'])
})

test('answers in the envelope when the database is unavailable', async () => {
  // Caches the session, so that only the export needs the database.
  await t.call('session', {}, admin.cookie)
  const query = vi
    .spyOn(t.database.pool, 'query')
    .mockImplementation(() => Promise.reject(new Error('Connection terminated')))
  const answer = await download('system-log.csv')
  expect(query.mock.calls.map(([what]) => JSON.stringify(what))).toEqual([expect.stringContaining('system_log')])
  query.mockRestore()
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    503,
    'application/json; charset=utf-8',
    undefined,
  ])
  expect(answer.json().code).toBe('not_ready')
})
