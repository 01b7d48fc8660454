import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type UserDetails } from '#contract/schemas/accounts/admin-users.ts'
import { comments, enrollments, sessions } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: { id: number; cookie: string }
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})

const detailsOf = async (id: number) =>
  (await t.call('getUserDetails', { user_id: id }, admin.cookie)).body.msg as UserDetails

test('returns 403 to everyone but an admin', async () => {
  const student = await t.make.signedIn()
  expect((await t.call('getUserDetails', { user_id: student.id })).status).toBe(401)
  expect((await t.call('getUserDetails', { user_id: student.id }, student.cookie)).status).toBe(403)
})

test.each([[0], [-1], [1.5], ['abc'], [null], [undefined]])('returns 400 for the id %j', async (user_id) => {
  expect((await t.send('getUserDetails', { user_id }, admin.cookie)).status).toBe(400)
})

test('returns 404 for an unknown user', async () => {
  const answer = await t.call('getUserDetails', { user_id: 999_999_999_999 }, admin.cookie)
  expect([answer.status, answer.body.code]).toEqual([404, 'user_not_found'])
})

test('returns empty lists for a new user', async () => {
  const { id } = await t.make.user()
  expect(await detailsOf(id)).toMatchObject({
    user: { student_id: id },
    enrollments: [],
    reviews: [],
    comments: [],
    sessions: [],
  })
})

test("returns only the user's rows, newest first, without secrets", async () => {
  const [her, him] = [await t.make.signedIn({ passwordHash: 'secret-hash' }), await t.make.signedIn()]
  const [lamps, oils] = [
    await t.make.course({ title: 'Lamps' }),
    await t.make.course({ title: 'Oils', lessonTitles: [] }),
  ]
  const post = await t.make.post({ title: 'On wicks' })
  for (const { id } of [her, him]) {
    await t.make.enrollment(id, lamps.id)
    await t.make.review(id, lamps.id, 4, `By ${id}`)
    await t.make.comment(id, post.id, `Said by ${id}`)
  }
  await t.make.enrollment(her.id, oils.id)
  await t.db.update(enrollments).set({ completedLessons: 2 }).where(eq(enrollments.courseId, lamps.id))
  await t.db
    .update(sessions)
    .set({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' })
  await t.call('revokeAccess', { student_id: her.id, course_id: oils.id, reason: 'A mistake' }, admin.cookie)
  const details = await detailsOf(her.id)
  expect(details.user).toMatchObject({ student_id: her.id, email: her.email, status_user: true, course_joined: 1 })
  expect(details.enrollments).toMatchObject([
    { course_id: oils.id, title: 'Oils', progress: 0, completed_date: null, access: null },
    { course_id: lamps.id, title: 'Lamps', progress: 66, completed_date: null, access: 'free' },
  ])
  expect(details.reviews).toMatchObject([
    { course_id: lamps.id, course_title: 'Lamps', stars: 4, review_text: `By ${her.id}` },
  ])
  expect(details.comments).toMatchObject([
    { blog_id: post.id, blog_title: 'On wicks', comment_text: `Said by ${her.id}` },
  ])
  expect(details.sessions).toEqual([
    {
      session_id: expect.any(Number),
      device: 'Firefox on Linux',
      created_date: expect.any(String),
      last_seen: expect.any(String),
    },
  ])
  expect(JSON.stringify(details)).not.toMatch(/secret-hash|token/i)
})

test('omits sessions that have ended', async () => {
  const { id } = await t.make.signedIn()
  await t.db
    .update(sessions)
    .set({ idleUntil: sql`now() - interval '1 second'` })
    .where(eq(sessions.userId, id))
  const { user, sessions: live } = await detailsOf(id)
  expect([user.status_user, live]).toEqual([false, []])
})

test('returns the newest 200 rows of each list', async () => {
  const { id } = await t.make.user()
  const post = await t.make.post()
  await t.db
    .insert(comments)
    .values(Array.from({ length: 201 }, (_, n) => ({ blogId: post.id, userId: id, text: `Number ${n}` })))
  const details = await detailsOf(id)
  expect([
    details.comments.length,
    details.comments.at(0)?.comment_text,
    details.comments.at(-1)?.comment_text,
  ]).toEqual([200, 'Number 200', 'Number 1'])
})
