import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#contract/schemas/accounts/users.ts'
import { sessions } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { deleteAllRows } from '#server/testing/test-db.ts'

const t = useTestApp()
let admin: { id: number; cookie: string }
beforeEach(async () => {
  await deleteAllRows(t.database)
  admin = await t.make.signedIn({ role: 'admin', firstName: 'Zoe', lastName: 'Head', email: 'head@school.example' })
})

async function ask(body: object = {}) {
  const answer = await t.send('getUsers', { page: 1, ...body }, admin.cookie)
  expect(answer.status).toBe(200)
  return { list: answer.body.msg as User[], nextPage: answer.body.nextPage }
}
const names = async (body: object) => (await ask(body)).list.map(({ first_name }) => first_name)

test('returns 401 to a visitor and 403 to a student', async () => {
  const student = await t.make.signedIn()
  expect((await t.call('getUsers', { page: 1 })).status).toBe(401)
  expect((await t.call('getUsers', { page: 1 }, student.cookie)).status).toBe(403)
})

test.each([
  [{ page: 0 }],
  [{ select_data: 'Active ' }],
  [{ select_data: 'Students' }],
  [{ sort: 'email' }],
  [{ sort: 'id; drop table users' }],
  [{ descending: 'false' }],
  [{ search_text: 'x'.repeat(101) }],
])('returns 400 for %j', async (body) => {
  const answer = await t.send('getUsers', { page: 1, ...body }, admin.cookie)
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
})

test('returns 20 users a page, newest first, without passwords', async () => {
  for (let n = 0; n < 40; n++) await t.make.user({ passwordHash: 'secret-hash' })
  const pages = [await ask({ page: 1 }), await ask({ page: 2 }), await ask({ page: 3 }), await ask({ page: 4 })]
  expect(pages.map(({ list }) => list.length)).toEqual([20, 20, 1, 0])
  expect(pages.map(({ nextPage }) => nextPage)).toEqual([2, 3, null, null])
  const ids = pages.flatMap(({ list }) => list.map(({ student_id }) => student_id))
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  expect(JSON.stringify(pages)).not.toContain('secret-hash')
})

test('returns no next page after a full last page', async () => {
  for (let n = 0; n < 19; n++) await t.make.user()
  expect(await ask()).toMatchObject({ nextPage: null })
})

test('marks a user with an unexpired session as active', async () => {
  await t.make.signedIn({ firstName: 'Here' })
  await t.make.user({ firstName: 'Away' })
  for (const [firstName, ended] of [
    ['Idle', { idleUntil: sql`now() - interval '1 second'` }],
    ['Late', { expiresAt: sql`now() - interval '1 second'` }],
  ] as const) {
    const { id } = await t.make.signedIn({ firstName })
    await t.db
      .update(sessions)
      .set(ended)
      .where(sql`${sessions.userId} = ${id}`)
  }
  const status = new Map((await ask()).list.map(({ first_name, status_user }) => [first_name, status_user]))
  expect(Object.fromEntries(status)).toEqual({ Zoe: true, Here: true, Away: false, Idle: false, Late: false })
  expect(await names({ select_data: 'Active' })).toEqual(['Here', 'Zoe'])
  expect(await names({ select_data: 'Inactive' })).toEqual(['Late', 'Idle', 'Away'])
  expect(await names({ select_data: 'Admins' })).toEqual(['Zoe'])
  expect(await names({ select_data: '' })).toHaveLength(5)
})

test('lists a user with several sessions once', async () => {
  const { id } = await t.make.signedIn({ firstName: 'Busy' })
  for (let n = 0; n < 3; n++) await t.make.cookie(id)
  expect(await names({ select_data: 'Active' })).toEqual(['Busy', 'Zoe'])
})

test('filters a late page by active sessions as it does the first one', async () => {
  const users = 10_200
  await t.db.execute(sql`
    insert into users (email, first_name, last_name, joined_at)
    select 'u' || n || '@mail.example', 'U' || n, 'Last', now() - n * interval '1 minute' from generate_series(1, ${sql.raw(String(users))}) n`)
  // Those of even numbers have an ended one.
  await t.db.execute(sql`
    insert into sessions (token_hash, user_id, expires_at, idle_until)
    select sha256(first_name::bytea), id, now() + interval '1 day',
      now() + case when substr(first_name, 2)::int % 2 = 0 then -1 else 1 end * interval '1 hour'
    from users where last_name = 'Last'`)
  const active = ['Zoe', ...Array.from({ length: users / 2 }, (_, n) => `U${2 * n + 1}`)]
  const inactive = Array.from({ length: users / 2 }, (_, n) => `U${2 * n + 2}`)
  for (const page of [1, 250, 252, 255, 256, 257]) {
    const toPage = (list: string[]) => list.slice((page - 1) * 20, page * 20)
    expect(await names({ page, select_data: 'Active' })).toEqual(toPage(active))
    expect(await names({ page, select_data: 'Inactive' })).toEqual(toPage(inactive))
  }
})

test('searches names and emails in any case and treats wildcards literally', async () => {
  await t.make.user({ firstName: 'Mara', lastName: 'Ilves', email: 'mi@mail.example' })
  await t.make.user({ firstName: 'Jürgen', lastName: 'O’Neil', email: 'j_100@mail.example' })
  await t.make.user({ firstName: 'Ken', lastName: '100%', email: 'ken@mail.example' })
  expect(await names({ search_text: 'mARA' })).toEqual(['Mara'])
  expect(await names({ search_text: 'ra ilv' })).toEqual(['Mara'])
  expect(await names({ search_text: 'JÜRG' })).toEqual(['Jürgen'])
  expect(await names({ search_text: 'MI@mail' })).toEqual(['Mara'])
  expect(await names({ search_text: '%' })).toEqual(['Ken'])
  expect(await names({ search_text: '_' })).toEqual(['Jürgen'])
  expect(await names({ search_text: '’' })).toEqual(['Jürgen'])
  expect(await names({ search_text: "' or true --" })).toEqual([])
  expect(await ask({ search_text: 'nobody' })).toEqual({ list: [], nextPage: null })
})

test('combines search and filter', async () => {
  await t.make.signedIn({ firstName: 'Mara', lastName: 'Here' })
  await t.make.user({ firstName: 'Mara', lastName: 'Away' })
  const found = await ask({ search_text: 'mara', select_data: 'Inactive' })
  expect(found.list.map(({ last_name }) => last_name)).toEqual(['Away'])
  expect(await names({ search_text: 'mara', select_data: 'Admins' })).toEqual([])
})

test('sorts by join date, name or courses in both directions, then by id', async () => {
  const joined = (day: number) => ({ joinedAt: new Date(`2020-01-0${day}`) })
  const [b2, a1, b1] = [
    await t.make.user({ firstName: 'Bea', lastName: 'Two', courseJoined: 3, ...joined(2) }),
    await t.make.user({ firstName: 'Abe', lastName: 'One', courseJoined: 3, ...joined(3) }),
    await t.make.user({ firstName: 'Bea', lastName: 'One', courseJoined: 0, ...joined(2) }),
  ]
  const ids = async (sort: string, descending: boolean) =>
    (await ask({ sort, descending })).list.map(({ student_id }) => student_id).filter((id) => id !== admin.id)
  expect(await ids('joined', true)).toEqual([a1.id, b1.id, b2.id])
  expect(await ids('joined', false)).toEqual([b2.id, b1.id, a1.id])
  expect(await ids('name', false)).toEqual([a1.id, b1.id, b2.id])
  expect(await ids('name', true)).toEqual([b2.id, b1.id, a1.id])
  expect(await ids('courses', true)).toEqual([a1.id, b2.id, b1.id])
  expect(await ids('courses', false)).toEqual([b1.id, b2.id, a1.id])
})

test('returns every user once across pages when sort values are equal', async () => {
  for (let n = 0; n < 44; n++) await t.make.user({ firstName: 'Same', lastName: 'Name' })
  for (const sort of ['name', 'courses', 'joined']) {
    const pages = [await ask({ page: 1, sort }), await ask({ page: 2, sort }), await ask({ page: 3, sort })]
    expect(new Set(pages.flatMap(({ list }) => list.map(({ student_id }) => student_id))).size).toBe(45)
  }
})

test('finds words in any order, and tolerates a typo where nobody matches as written', async () => {
  const mara = await t.make.user({ firstName: 'Marlene', lastName: 'Quartz', email: 'm.q@school.example' })
  const other = await t.make.user({ firstName: 'Marlen', lastName: 'Quartz' })
  const find = async (search_text: string) => {
    const { body } = await t.call(
      'getUsers',
      { page: 1, search_text },
      (await t.make.signedIn({ role: 'admin' })).cookie,
    )
    return (body.msg as { student_id: number }[]).map(({ student_id }) => student_id)
  }
  expect(await find('quartz marlene')).toEqual([mara.id])
  expect(await find('school.example quartz')).toEqual([mara.id])
  expect(await find('Qaurtz')).toEqual([other.id, mara.id])
  expect(await find('marlnee quartz')).toEqual([mara.id])
  expect(await find('m.q@scholo.example')).toEqual([])
})
