import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TrashKind } from '#contract/choices.ts'
import type { TrashEntry } from '#contract/schemas/operations/trash.ts'
import { runCleanup } from '#server/cleanup-jobs.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import {
  auditLog,
  courses,
  entitlements,
  enrollments,
  identities,
  orders,
  reviews,
  sessions,
  trash,
  trashRows,
  users,
} from '#server/platform/db/schema.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { Pictures } from '#server/platform/storage/pictures.ts'
import { at } from '#server/testing/at.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { buyCourse, PRICED } from '#server/testing/commerce/orders.ts'
import { getOutboxFolder } from '#server/testing/mail/outbox.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { connectChat } from '#server/testing/network/socket-client.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { signUp, TEST_PASSWORD } from '#server/testing/accounts/users.ts'

const t = useTestApp({ PAYMENTS: 'test' })
let admin: SignedInUser
let student: SignedInUser
let course: Awaited<ReturnType<typeof t.make.course>>
let post: Awaited<ReturnType<typeof t.make.post>>
beforeAll(async () => {
  // Before the files of these tests.
  const joinedAt = new Date(0)
  admin = await t.make.signedIn({ role: 'admin', firstName: 'Ada', lastName: 'Okoro', joinedAt })
})
beforeEach(async () => {
  await t.db.delete(trash)
  student = await t.make.signedIn({ firstName: 'Vanishing', password: TEST_PASSWORD })
  course = await t.make.course()
  post = await t.make.post({ title: 'Vanishing post' })
  await t.make.enrollment(student.id, course.id)
})

const restore = (kind: TrashKind, id: number) => t.call('restoreFromTrash', { kind, id }, admin.cookie)
const purge = (kind: TrashKind, id: number) => t.call('deleteFromTrash', { kind, id }, admin.cookie)
const list = async (kind: TrashKind, page = 1) => {
  const { body } = await t.call('getTrash', { kind, page }, admin.cookie)
  return { entries: body.msg as TrashEntry[], nextPage: body.nextPage }
}
const getTotals = async () => {
  const [row] = await t.db
    .select({ reviews: courses.reviewsCount, stars: courses.starsSum })
    .from(courses)
    .where(eq(courses.id, course.id))
  return row
}
const age = (days: number) => t.db.update(trash).set({ deletedAt: sql`now() - make_interval(days => ${days})` })
const clean = () => {
  const files = new FolderStore(getUploadsFolder(t.dataDir))
  return runCleanup({ db: t.db, pictures: new Pictures(files), files, outboxFolder: getOutboxFolder(t) })
}

describe.each(['restoreFromTrash', 'deleteFromTrash'] as const)('%s', (name) => {
  test.each([
    {},
    { kind: 'user' },
    { id: 1 },
    { kind: 'path', id: 1 },
    { kind: 'user', id: 0 },
    { kind: ['user'], id: 1 },
  ])('returns 400 for %j', async (body) => {
    expect((await t.send(name, body, admin.cookie)).status).toBe(400)
  })

  test('returns 404 for what is not in the trash', async () => {
    for (const kind of ['post', 'review', 'comment', 'user'] as const)
      expect((await t.call(name, { kind, id: student.id }, admin.cookie)).body.code).toBe('trash_not_found')
    expect((await t.call(name, { kind: 'course', id: course.id }, admin.cookie)).body.code).toBe('course_not_found')
  })
})

test.each([{}, { kind: 'x', page: 1 }, { kind: 'user', page: 0 }])('getTrash returns 400 for %j', async (body) => {
  expect((await t.send('getTrash', body, admin.cookie)).status).toBe(400)
})

test('lists each kind with who deleted it and until when it is kept', async () => {
  const review = await t.make.review(student.id, course.id, 2, 'Vanishing review.')
  const comment = await t.make.comment(student.id, post.id, 'Vanishing comment.')
  await t.call('deleteReview', { review_id: review.id }, admin.cookie)
  await t.call('deleteComment', { comment_id: comment.id }, admin.cookie)
  await t.make.comment(student.id, post.id)
  await t.call('deleteBlog', { blog_id: post.id }, admin.cookie)
  for (let n = 0; n < 2; n++) await t.make.enrollment((await t.make.user()).id, course.id)
  await t.call('deleteCourse', { course_id: course.id }, admin.cookie)
  await t.call('deleteUser', { user_id: student.id }, admin.cookie)
  const shared = { deleted_by: 'Ada Okoro' }
  expect((await list('review')).entries).toMatchObject([
    { ...shared, id: review.id, name: `Vanishing’s review of “${course.title}”`, details: 'Vanishing review.' },
  ])
  expect((await list('comment')).entries).toMatchObject([
    { ...shared, id: comment.id, name: 'Vanishing’s comment on “Vanishing post”', details: 'Vanishing comment.' },
  ])
  expect((await list('post')).entries).toMatchObject([
    { ...shared, id: post.id, name: 'Vanishing post', details: '1 comment' },
  ])
  expect((await list('course')).entries[0]).toMatchObject({
    ...{ ...shared, id: course.id, name: course.title, details: '2 students, 3 lessons' },
  })
  const [user] = (await list('user')).entries
  expect(user).toMatchObject({
    ...shared,
    id: student.id,
    name: `Vanishing ${student.lastName}`,
    details: student.email,
  })
  const keptMs = Date.parse(user?.purged_date ?? '') - Date.parse(user?.deleted_date ?? '')
  expect(keptMs).toBe(30 * 86_400_000)
})

test('pages the list, last deleted first', async () => {
  await t.db.insert(trash).values(
    Array.from({ length: 41 }, (_, n) => ({
      ...{ kind: 'post' as const, subjectId: 900_000 + n, name: `Post ${n}`, deletedByName: 'Ada' },
      deletedAt: sql`now() - make_interval(mins => ${41 - n})`,
    })),
  )
  const pages = [await list('post', 1), await list('post', 2), await list('post', 3)]
  expect(pages.map(({ entries, nextPage }) => [entries.length, entries[0]?.name, nextPage])).toEqual([
    [20, 'Post 40', 2],
    [20, 'Post 20', 3],
    [1, 'Post 0', null],
  ])
})

test('a deleted user is gone everywhere and cannot sign in', async () => {
  student = await t.make.signedIn({ firstName: 'Wanderer', password: TEST_PASSWORD })
  await t.make.enrollment(student.id, course.id)
  await t.make.review(student.id, course.id, 1, 'Wanderer’s review.')
  await t.make.comment(student.id, post.id, 'Wanderer’s comment.')
  const client = await connectChat(t.app, student)
  client.send({ type: 'chat', sender_id: student.id, receiver_id: admin.id, msg: 'Wanderer’s words' })
  await client.waitUntil(({ chat }) => chat.length === 1)
  const look = async () => {
    const cookie = admin.cookie
    const answers = await Promise.all([
      t.call('getUsers', { page: 1, search_text: 'Wanderer' }, cookie),
      t.call('findAnything', { search_text: 'Wanderer' }, cookie),
      t.call('getReviews', { page: 1, course_id: course.id }, cookie),
      t.call('getReviews', { page: 1 }, cookie),
      t.call('getComments', { page: 1, blog_id: post.id }),
      t.call('getConversations', { page: 1 }, cookie),
      t.call('getCourseStudents', { page: 1, course_id: course.id }, cookie),
    ])
    return answers.map(({ body }) => JSON.stringify(body.msg).includes('Wanderer'))
  }
  expect(await look()).toEqual(Array(7).fill(true))
  await t.call('deleteUser', { user_id: student.id }, admin.cookie)
  await client.waitUntil(({ closeCode }) => closeCode === 4401)
  expect(await look()).toEqual(Array(7).fill(false))
  expect(await t.isLoggedIn(student.cookie)).toBe(false)
  const login = { email: student.email, password: TEST_PASSWORD }
  expect((await t.call('login', login)).body).toMatchObject({ code: 'wrong_credentials' })
  for (const name of ['getUserData', 'getUserDetails'] as const)
    expect((await t.send(name, { id: student.id, user_id: student.id }, admin.cookie)).body.code).toBe('user_not_found')
  expect((await restore('user', student.id)).body).toEqual({ status: true, msg: 'The user was restored' })
  expect(await look()).toEqual(Array(7).fill(true))
  expect(await t.isLoggedIn(student.cookie)).toBe(false)
  expect((await t.call('login', login)).status).toBe(200)
})

test('frees the email of a deleted user, and refuses the restore while another account uses it', async () => {
  await t.call('deleteUser', { user_id: student.id }, admin.cookie)
  expect((await signUp(t, student.email)).status).toBe(200)
  const refused = await restore('user', student.id)
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      ...{ status: false, code: 'cannot_restore' },
      msg: 'Another account uses this email now. Delete that account or change its email, then restore',
    },
  ])
  expect((await list('user')).entries).toHaveLength(1)
  expect(await t.db.$count(trashRows)).toBeGreaterThan(1)
  await t.db.delete(users).where(eq(users.email, student.email))
  expect((await restore('user', student.id)).status).toBe(200)
  expect(await t.db.$count(trashRows)).toBe(0)
})

test('refuses the restore of a user while another account uses the Google sign-in', async () => {
  const google = { issuer: 'https://accounts.google.com', subject: `google-${student.id}` }
  await t.db.insert(identities).values({ ...google, userId: student.id })
  await t.call('deleteUser', { user_id: student.id }, admin.cookie)
  const other = await t.make.user()
  await t.db.insert(identities).values({ ...google, userId: other.id })
  const refused = await restore('user', student.id)
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    'Another account uses this Google sign-in now. Delete that account first',
  ])
  expect(await t.db.$count(users, eq(users.id, student.id))).toBe(0)
  await t.call('deleteUser', { user_id: other.id }, admin.cookie)
  expect((await restore('user', student.id)).status).toBe(200)
  expect(await t.db.select().from(identities)).toMatchObject([{ ...google, userId: student.id }])
  expect((await restore('user', other.id)).body.code).toBe('cannot_restore')
})

test('an order keeps its buyer, and a refund or a dispute meanwhile closes the course', async () => {
  const bought = await t.make.course(PRICED)
  const disputed = await t.make.course(PRICED)
  const kept = await t.make.course(PRICED)
  const order = await buyCourse(t, student, bought.id)
  await buyCourse(t, student, kept.id)
  const disputedOrder = await buyCourse(t, student, disputed.id)
  await t.call('deleteUser', { user_id: student.id }, admin.cookie)
  await t.db
    .update(orders)
    .set({ status: 'disputed', disputedAt: sql`now()` })
    .where(eq(orders.id, disputedOrder.order_id))
  expect((await t.db.select().from(orders).where(eq(orders.id, order.order_id)))[0]?.userId).toBeNull()
  const refund = { order_id: order.order_id, reason: 'Asked for' }
  expect((await t.call('refundOrder', refund, admin.cookie)).status).toBe(200)
  await restore('user', student.id)
  expect(await t.db.$count(orders, eq(orders.userId, student.id))).toBe(3)
  const cookie = await t.make.cookie(student.id)
  const canOpen = async (course_id: number) =>
    ((await t.call('getCourseData', { course_id }, cookie)).body.msg as { enrolled: boolean }).enrolled
  expect([await canOpen(bought.id), await canOpen(kept.id), await canOpen(course.id)]).toEqual([false, true, true])
  expect(await canOpen(disputed.id)).toBe(false)
  expect((await t.db.select().from(users).where(eq(users.id, student.id)))[0]?.courseJoined).toBe(2)
  const rows = await t.db.select().from(entitlements).where(eq(entitlements.userId, student.id))
  const reasons = new Map(rows.map(({ courseId, revokedReason }) => [courseId, revokedReason]))
  expect(reasons).toEqual(
    new Map([
      [course.id, null],
      [bought.id, 'Refunded'],
      [kept.id, null],
      // What the end of the dispute gives back.
      [disputed.id, 'Disputed'],
    ]),
  )
})

test('what was deleted meanwhile stays deleted, and counts are right', async () => {
  const other = await t.make.course()
  await t.make.enrollment(student.id, other.id)
  await t.call('completeCourse', { id: at(course.lessons).id, course_id: course.id, value: true }, student.cookie)
  await t.call('deleteUser', { user_id: student.id }, admin.cookie)
  await t.db.delete(courses).where(eq(courses.id, other.id))
  const materials = course.lessons.slice(1).map(({ id, title, subtitle, url }) => ({ id, title, subtitle, url }))
  const form = { course_id: course.id, title: 'Cut', description: '', price: 0, discount: 0, tabs: '', materials }
  expect((await t.send('updateCourse', { ...form, category: 'Cybersecurity Basics' }, admin.cookie)).status).toBe(200)
  await restore('user', student.id)
  expect(await t.db.select().from(enrollments).where(eq(enrollments.userId, student.id))).toMatchObject([
    { courseId: course.id, completedLessons: 0 },
  ])
  expect((await t.db.select().from(users).where(eq(users.id, student.id)))[0]?.courseJoined).toBe(1)
})

test('a comment waits for whichever of its post and its author is restored last', async () => {
  const comment = await t.make.comment(student.id, post.id, 'Vanishing comment.')
  const has = async () => JSON.stringify((await t.call('getComments', { page: 1, blog_id: post.id })).body.msg)
  for (const [first, second] of [
    ['post', 'user'],
    ['user', 'post'],
  ] as const) {
    for (const order of [
      [first, second],
      [second, first],
    ] as const) {
      for (const kind of [first, second])
        await (kind === 'post'
          ? t.call('deleteBlog', { blog_id: post.id }, admin.cookie)
          : t.call('deleteUser', { user_id: student.id }, admin.cookie))
      for (const kind of order) expect((await restore(kind, kind === 'post' ? post.id : student.id)).status).toBe(200)
      expect(await has()).toContain('Vanishing comment.')
    }
  }
  await t.call('deleteComment', { comment_id: comment.id }, admin.cookie)
  await t.call('deleteBlog', { blog_id: post.id }, admin.cookie)
  const refused = await restore('comment', comment.id)
  expect([refused.status, refused.body.msg]).toEqual([
    409,
    'Its post or its author was deleted. If they are in the trash, restore them first',
  ])
  await restore('post', post.id)
  expect(await has()).toBe('[]')
  expect((await restore('comment', comment.id)).status).toBe(200)
  expect(await has()).toContain('Vanishing comment.')
})

test('a restored review counts again, and not beside a newer one', async () => {
  const review = await t.make.review(student.id, course.id, 2)
  await t.call('deleteReview', { review_id: review.id }, admin.cookie)
  expect(await getTotals()).toEqual({ reviews: 0, stars: 0 })
  await restore('review', review.id)
  expect(await getTotals()).toEqual({ reviews: 1, stars: 2 })
  await t.call('deleteReview', { review_id: review.id }, admin.cookie)
  await t.call('addReview', { course_id: course.id, review_text: 'Newer', stars: 5 }, student.cookie)
  expect((await restore('review', review.id)).body.code).toBe('cannot_restore')
  expect(await getTotals()).toEqual({ reviews: 1, stars: 5 })
  expect((await list('review')).entries).toHaveLength(1)
})

test('what authors delete themselves is gone for good', async () => {
  const review = await t.make.review(student.id, course.id)
  const comment = await t.make.comment(student.id, post.id)
  await t.call('deleteReview', { review_id: review.id }, student.cookie)
  await t.call('deleteComment', { comment_id: comment.id }, student.cookie)
  const gone = { confirmation: student.email, password: TEST_PASSWORD }
  expect((await t.call('deleteAccount', gone, student.cookie)).status).toBe(200)
  expect([await t.db.$count(trash), await t.db.$count(trashRows)]).toEqual([0, 0])
})

test.each(['deletes the account', 'is deleted for good by an admin'])(
  'the trash has no text of a student who %s, and everything of others',
  async (ending) => {
    const [other, second] = [await t.make.signedIn(), await t.make.post()]
    for (const [author, text] of [
      [student, 'Vanishing words'],
      [other, 'Staying words'],
    ] as const) {
      const review = await t.make.review(author.id, course.id, 4, text)
      const comment = await t.make.comment(author.id, post.id, text)
      await t.make.comment(author.id, second.id, text)
      await t.call('deleteReview', { review_id: review.id }, admin.cookie)
      await t.call('deleteComment', { comment_id: comment.id }, admin.cookie)
    }
    await t.call('deleteBlog', { blog_id: second.id }, admin.cookie)
    const count = async (text: string) => JSON.stringify(await t.db.select().from(trashRows)).split(text).length - 1
    if (ending === 'deletes the account') {
      const gone = { confirmation: student.email, password: TEST_PASSWORD }
      expect((await t.call('deleteAccount', gone, student.cookie)).status).toBe(200)
    } else {
      await t.call('deleteUser', { user_id: student.id }, admin.cookie)
      // The student can still be restored, with everything.
      expect(await count('Vanishing words')).toBe(3)
      expect((await purge('user', student.id)).status).toBe(200)
    }
    expect([await count('Vanishing words'), await count('Staying words')]).toEqual([0, 3])
    expect(JSON.stringify(await t.db.select().from(trash))).not.toContain('Vanishing words')
    expect((await restore('post', second.id)).status).toBe(200)
    expect((await list('review')).entries).toHaveLength(1)
  },
)

test('stores no session and no pending email, and the rows of the trash are not in any answer', async () => {
  await t.call('deleteUser', { user_id: student.id }, admin.cookie)
  const stored = await t.db.selectDistinct({ table: trashRows.tableName }).from(trashRows)
  expect(stored.map(({ table }) => table)).not.toEqual(expect.arrayContaining(['sessions']))
  expect(stored.map(({ table }) => table)).not.toEqual(expect.arrayContaining(['mails']))
  expect(await t.db.$count(sessions, eq(sessions.userId, student.id))).toBe(0)
  const answer = JSON.stringify((await t.call('getTrash', { kind: 'user', page: 1 }, admin.cookie)).body)
  expect(answer).not.toContain('argon2')
  const [entry] = await t.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  expect(JSON.stringify(entry)).not.toContain('argon2')
})

test('deletes for good after 30 days, files too, and keeps both until then', async () => {
  const { body } = await t.upload({ id: student.id, image: TINY_PNG }, student.cookie)
  const file = join(getUploadsFolder(t.dataDir), (body.msg as { image_url: string }).image_url)
  const old = new Date(Date.now() - 9 * 86_400_000)
  await t.call('deleteUser', { user_id: student.id }, admin.cookie)
  utimesSync(file, old, old)
  await age(29)
  await clean()
  expect([existsSync(file), await t.db.$count(trash)]).toEqual([true, 1])
  await age(30)
  expect((await list('user')).entries).toEqual([])
  expect((await restore('user', student.id)).body.code).toBe('trash_not_found')
  await clean()
  expect([existsSync(file), await t.db.$count(trash), await t.db.$count(trashRows)]).toEqual([false, 0, 0])
  expect(await t.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)).toMatchObject([
    { actorId: null, actorName: 'Trash cleanup', action: 'user.purge', subjectId: String(student.id) },
  ])
})

test('an admin deletes each kind for good', async () => {
  const review = await t.make.review(student.id, course.id)
  const comment = await t.make.comment(student.id, post.id)
  await t.call('deleteReview', { review_id: review.id }, admin.cookie)
  await t.call('deleteComment', { comment_id: comment.id }, admin.cookie)
  await t.call('deleteBlog', { blog_id: post.id }, admin.cookie)
  await t.call('deleteUser', { user_id: student.id }, admin.cookie)
  await t.call('deleteCourse', { course_id: course.id }, admin.cookie)
  const ids = { review: review.id, comment: comment.id, post: post.id, user: student.id, course: course.id }
  for (const [kind, id] of Object.entries(ids) as [TrashKind, number][]) {
    expect((await purge(kind, id)).body).toEqual({ status: true, msg: `The ${kind} was deleted for good` })
    expect((await list(kind)).entries.filter((entry) => entry.id === id)).toEqual([])
    expect((await restore(kind, id)).status).toBe(404)
    expect((await purge(kind, id)).status).toBe(404)
  }
  await clean()
  expect([await t.db.$count(trashRows), await t.db.$count(courses, eq(courses.id, course.id))]).toEqual([0, 0])
})

test('an archived course has orders, so it is not deleted for good', async () => {
  const bought = await t.make.course(PRICED)
  await buyCourse(t, student, bought.id)
  await t.call('deleteCourse', { course_id: bought.id }, admin.cookie)
  expect((await list('course')).entries[0]).toMatchObject({ id: bought.id, purged_date: null })
  expect((await purge('course', bought.id)).status).toBe(404)
  expect((await restore('course', bought.id)).status).toBe(200)
})

test('fifty parallel restores restore once, also beside a deletion for good', async () => {
  await t.make.review(student.id, course.id, 4)
  await t.call('deleteUser', { user_id: student.id }, admin.cookie)
  const answers = await Promise.all(Array.from({ length: 50 }, () => restore('user', student.id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(49)
  expect(await getTotals()).toEqual({ reviews: 1, stars: 4 })
  await t.call('deleteUser', { user_id: student.id }, admin.cookie)
  const both = await Promise.all([restore('user', student.id), purge('user', student.id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await t.db.$count(reviews, eq(reviews.userId, student.id))).toBe(both[0].status === 200 ? 1 : 0)
})
