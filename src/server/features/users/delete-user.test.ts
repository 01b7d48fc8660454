import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { desc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { conversations, courses, systemLog, users } from '#server/platform/db/schema.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { dumpDatabase } from '#server/testing/dump-database.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { connectChat } from '#server/testing/network/socket-client.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: { id: number; email: string; cookie: string }
beforeEach(async () => {
  await t.db.delete(systemLog)
  admin = await t.make.signedIn({ role: 'admin' })
})

const remove = (id: unknown, cookie = admin.cookie) => t.send('deleteUser', { user_id: id }, cookie)
const exists = async (id: number) => (await t.db.select().from(users).where(eq(users.id, id))).length === 1
const logs = () => t.db.select().from(systemLog).where(eq(systemLog.kind, 'user')).orderBy(desc(systemLog.id))

test('returns 401 to a visitor and 403 to a student', async () => {
  const [student, other] = [await t.make.signedIn(), await t.make.user()]
  expect((await t.call('deleteUser', { user_id: other.id })).status).toBe(401)
  expect((await remove(other.id, student.cookie)).status).toBe(403)
  expect((await remove(student.id, student.cookie)).status).toBe(403)
  expect([await exists(other.id), await exists(student.id)]).toEqual([true, true])
})

test.each([[0], [-1], [1.5], ['1 or true'], [[1]], [null], [undefined]])('returns 400 for the id %j', async (id) => {
  expect((await remove(id)).status).toBe(400)
})

test('returns 409 and logs nothing when admins delete themselves', async () => {
  const answer = await remove(admin.id)
  expect([answer.status, answer.body.code]).toEqual([409, 'own_account'])
  expect([await exists(admin.id), await logs()]).toEqual([true, []])
})

test('deletes nothing for the id of a course', async () => {
  const course = await t.make.course()
  expect((await remove(course.id)).status).toBe(404)
  expect(await t.db.select().from(courses).where(eq(courses.id, course.id))).toHaveLength(1)
})

test('moves all rows of the user out of their tables and logs who deleted whom', async () => {
  const user = await t.make.signedIn({ firstName: 'Vanishing', lastName: 'Lady', email: 'lady@mail.example' })
  const [course, post] = [await t.make.course(), await t.make.post()]
  await t.make.enrollment(user.id, course.id)
  await t.make.review(user.id, course.id, 1, 'Vanishing review.')
  await t.make.comment(user.id, post.id, 'Vanishing comment.')
  const client = await connectChat(t.app, user)
  client.send({ type: 'chat', sender_id: user.id, receiver_id: admin.id, msg: 'Vanishing words' })
  await client.waitUntil(({ chat }) => chat.length === 1)
  const answer = await remove(user.id)
  expect([answer.status, answer.body]).toEqual([200, { status: true, msg: 'The user was deleted' }])
  await client.waitUntil(({ closeCode }) => closeCode === 4401)
  expect((await t.call('session', {}, user.cookie)).body.msg).toEqual({ loggedIn: false, userData: [] })
  for (const table of ['sessions', 'enrollments', 'lesson_progress', 'reviews', 'comments', 'notifications']) {
    const { rows } = await t.db.execute(sql`select 1 from ${sql.identifier(table)} where user_id = ${user.id}`)
    expect([table, rows]).toEqual([table, []])
  }
  expect(await t.db.select().from(conversations).where(eq(conversations.studentId, user.id))).toEqual([])
  expect(await logs()).toMatchObject([
    { message: 'Deleted Vanishing Lady (lady@mail.example)', email: admin.email, studentId: admin.id },
  ])
  await t.db.delete(systemLog)
  expect(await dumpDatabase(t.db, ['trash', 'trash_rows', 'audit_log'])).not.toMatch(/vanishing|lady@/i)
})

test('returns 404 the second time', async () => {
  const { id } = await t.make.user()
  expect((await remove(id)).status).toBe(200)
  const again = await remove(id)
  expect([again.status, again.body.code]).toEqual([404, 'user_not_found'])
})

test('updates ratings, comments and names on cached pages at once', async () => {
  const [gone, stays] = [await t.make.signedIn(), await t.make.signedIn()]
  const [course, post] = [await t.make.course(), await t.make.post()]
  await t.make.review(gone.id, course.id, 1, 'Gone.')
  await t.make.review(stays.id, course.id, 5, 'Stays.')
  await t.make.comment(gone.id, post.id, 'Gone.')
  const seen = async () => {
    const [found, reviews, summary, said] = await Promise.all([
      t.call('getCourses', { page: 1, search_text: course.title }, stays.cookie),
      t.call('getReviews', { page: 1, course_id: course.id }, stays.cookie),
      t.call('getReviewSummary', { course_id: course.id }, stays.cookie),
      t.call('getComments', { page: 1, blog_id: post.id }),
    ])
    const length = ({ body }: { body: { msg?: unknown } }) => (body.msg as unknown[]).length
    const { stars, reviews: counted } = (found.body.msg as { stars: number; reviews: number }[])[0] ?? {
      stars: 0,
      reviews: 0,
    }
    return {
      stars,
      counted,
      reviews: length(reviews),
      counts: (summary.body.msg as { counts: number[] }).counts,
      comments: length(said),
    }
  }
  expect(await seen()).toMatchObject({ stars: 3, counted: 2, reviews: 2, comments: 1 })
  await remove(gone.id)
  const after = await seen()
  expect(after).toMatchObject({ stars: 5, counted: 1, reviews: 1, comments: 0 })
  expect(after.counts.reduce((sum, count) => sum + count)).toBe(1)
  expect(await t.db.select().from(courses).where(eq(courses.id, course.id))).toMatchObject([
    { reviewsCount: 1, starsSum: 5 },
  ])
})

test('keeps the picture as long as the user can be restored', async () => {
  const { id, cookie } = await t.make.signedIn()
  const { body } = await t.upload({ id, image: TINY_PNG }, cookie)
  const file = join(getUploadsFolder(t.dataDir), (body.msg as { image_url: string }).image_url)
  expect(existsSync(file)).toBe(true)
  await remove(id)
  expect(existsSync(file)).toBe(true)
})

test('leaves one admin when two admins delete each other in parallel', async () => {
  for (let round = 0; round < 3; round++) {
    await t.db.delete(users).where(eq(users.role, 'admin'))
    const [one, other] = [await t.make.signedIn({ role: 'admin' }), await t.make.signedIn({ role: 'admin' })]
    const answers = await Promise.all([remove(other.id, one.cookie), remove(one.id, other.cookie)])
    const statuses = answers.map(({ status }) => status).sort()
    // The second call finds its admin deleted or its target to be the last admin.
    expect(statuses[0]).toBe(200)
    expect([401, 404, 409]).toContain(statuses[1])
    expect(await t.db.select().from(users).where(eq(users.role, 'admin'))).toHaveLength(1)
  }
})

test('leaves an admin, and at most half, when fifty admins delete each other in a ring', async () => {
  await t.db.delete(users).where(eq(users.role, 'admin'))
  const admins = await Promise.all(Array.from({ length: 50 }, () => t.make.signedIn({ role: 'admin' })))
  const next = (n: number) => admins[(n + 1) % admins.length]?.id
  const answers = await Promise.all(admins.map(({ cookie }, n) => remove(next(n), cookie)))
  for (const { status } of answers) expect([200, 401, 404, 409]).toContain(status)
  const done = answers.filter(({ status }) => status === 200).length
  const left = await t.db.select().from(users).where(eq(users.role, 'admin'))
  expect(left).toHaveLength(50 - done)
  expect(left.length).toBeGreaterThan(0)
  // Each one left was not deleted by the one before, who was deleted first.
  expect(left.length).toBeLessThanOrEqual(25)
})

test('deletes once when called fifty times in parallel', async () => {
  const { id } = await t.make.user()
  const course = await t.make.course()
  await t.make.review(id, course.id, 4)
  const statuses = (await Promise.all(Array.from({ length: 50 }, () => remove(id)))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 404)).toHaveLength(49)
  expect(await t.db.select().from(courses).where(eq(courses.id, course.id))).toMatchObject([
    { reviewsCount: 0, starsSum: 0 },
  ])
})

test('succeeds in parallel with lesson completions, an enrollment and a course update', async () => {
  for (let round = 0; round < 4; round++) {
    const [course, other] = [await t.make.course(), await t.make.course()]
    const student = await t.make.signedIn()
    await t.make.enrollment(student.id, course.id)
    const materials = course.lessons.map(({ id, title, subtitle, url }) => ({ id, title, subtitle, url }))
    const form = {
      course_id: course.id,
      title: course.title,
      description: '',
      price: 0,
      discount: 0,
      category: 'Cybersecurity Basics',
      tabs: '',
      materials: [...materials, { title: 'New', subtitle: 'New', url: 'https://media.example/n.webm' }],
    }
    const answers = await Promise.all([
      ...course.lessons.map(({ id }) =>
        t.send('completeCourse', { id, course_id: course.id, value: true }, student.cookie),
      ),
      t.send('updateCourse', form, admin.cookie),
      t.send('enrollCourse', { course_id: other.id }, student.cookie),
      remove(student.id),
    ])
    for (const { status, body } of answers) expect([status, body.code].join(' ')).not.toMatch(/^5/)
    expect(await exists(student.id)).toBe(false)
  }
})
