import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { LogEntry } from '#contract/schemas/operations/system-log.ts'
import { systemLog } from '#server/platform/db/schema.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: SignedInUser
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})

const ask = (input: object = {}, cookie = admin.cookie) => t.send('getSystemLog', { page: 1, ...input }, cookie)
const messages = async (input: object = {}) => ((await ask(input)).body.msg as LogEntry[]).map(({ message }) => message)

test('returns 401 to a visitor and 403 to a student', async () => {
  const student = await t.make.signedIn()
  expect((await t.send('getSystemLog', { page: 1 })).status).toBe(401)
  expect((await ask({}, student.cookie)).status).toBe(403)
})

test('returns user, message and time of each entry', async () => {
  await t.db.insert(systemLog).values({
    kind: 'course',
    message: 'Did it',
    email: 'ada@mail.example',
    studentId: 7,
    createdAt: sql`'2026-03-04 05:06:07.890Z'::timestamptz`,
  })
  expect(((await ask()).body.msg as LogEntry[])[0]).toEqual({
    log_id: expect.any(Number),
    kind: 'course',
    message: 'Did it',
    email: 'ada@mail.example',
    time: '05:06:07',
    student_id: 7,
    created_date: '2026-03-04T05:06:07.890Z',
  })
})

test('records what users do with kind and user id', async () => {
  const [student, course] = [await t.make.signedIn(), await t.make.course()]
  await t.call('enrollCourse', { course_id: course.id }, student.cookie)
  await t.call('addReview', { course_id: course.id, review_text: 'Good.', stars: 5 }, student.cookie)
  const { body } = await ask({ person: student.id })
  expect(body.msg).toMatchObject([
    { kind: 'review', student_id: student.id, email: student.email },
    { kind: 'learning', message: `Enrolled in “${course.title}”` },
  ])
})

test('returns 30 entries a page, newest first', async () => {
  await t.db
    .insert(systemLog)
    .values(Array.from({ length: 61 }, (_, n) => ({ message: `Counted ${n}`, email: 'many@mail.example' })))
  const pages = await Promise.all([1, 2, 3, 4].map((page) => ask({ page, search_text: 'many@' })))
  expect(pages.map(({ body }) => [(body.msg as LogEntry[]).length, body.nextPage])).toEqual([
    [30, 2],
    [30, 3],
    [1, null],
    [0, null],
  ])
  expect(pages[0]?.body.msg).toMatchObject([{ message: 'Counted 60' }, ...Array.from({ length: 29 }, () => ({}))])
})

test('searches message and email in any case and treats wildcards literally', async () => {
  await t.db
    .insert(systemLog)
    .values([{ message: '100% of “Joins_drawn”' }, { message: 'Nothing', email: 'Odd_One@mail.example' }])
  expect(await messages({ search_text: '100% OF' })).toEqual(['100% of “Joins_drawn”'])
  expect(await messages({ search_text: 'odd_one' })).toEqual(['Nothing'])
  expect(await messages({ search_text: 'oddxone' })).toEqual([])
})

test('combines kind, user and search', async () => {
  await t.db.insert(systemLog).values([
    { kind: 'review', message: 'Together a', studentId: 991 },
    { kind: 'comment', message: 'Together b', studentId: 991 },
    { kind: 'review', message: 'Together c', studentId: 992 },
  ])
  expect(await messages({ kind: 'review', person: 991 })).toEqual(['Together a'])
  expect(await messages({ kind: 'review', search_text: 'together' })).toEqual(['Together c', 'Together a'])
  expect(await messages({ person: '991' })).toEqual(['Together b', 'Together a'])
  expect(await messages({ kind: '', person: null, search_text: 'together' })).toHaveLength(3)
})

test.each([
  { page: 0 },
  { page: 1.5 },
  { kind: 'gossip' },
  { kind: ['review'] },
  { person: -1 },
  { person: 'x' },
  { search_text: 'x'.repeat(101) },
  { search_text: { $like: '%' } },
])('returns 400 for %j', async (input) => {
  const { status, body } = await ask(input)
  expect([status, body.code]).toEqual([400, 'invalid_input'])
})
