import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CallOutput } from '#contract/contract.ts'
import {
  identities,
  learningPaths,
  notes,
  notifications,
  pathStudents,
  quizAttempts,
  submissions,
  systemLog,
  users,
} from '#server/platform/db/schema.ts'
import { toUser } from '#server/platform/db/user-row.ts'
import { storeMessage } from '#server/features/chat/store-message.ts'
import { at } from '#server/testing/at.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

const ownData = async (cookie: string) => (await t.call('getOwnData', {}, cookie)).body.msg

test('returns 401 when a visitor asks', async () => {
  expect((await t.call('getOwnData', {})).status).toBe(401)
})

test('returns empty lists for a new user', async () => {
  const me = await t.make.signedIn()
  expect(await ownData(me.cookie)).toEqual({
    user: expect.objectContaining({ student_id: me.id, email: me.email, status_user: true }),
    account: {
      hasPassword: false,
      hasGoogle: false,
      pendingEmail: '',
      hasEmailLink: false,
      chatMails: true,
      secondFactor: expect.any(Object),
    },
    sessions: [expect.objectContaining({ isCurrent: true })],
    notifications: [],
    courses: [],
    events: [],
    notes: [],
    attempts: [],
    submissions: [],
    certificates: [],
    paths: [],
    orders: [],
    reviews: [],
    comments: [],
    messages: [],
    log: [],
  })
})

test('returns everything the user has done', async () => {
  const me = await t.make.signedIn({
    password: 'eleven green bottles',
    firstName: 'Ada',
    birthdate: '1990-12-10',
    gender: 'Female',
  })
  const [done, begun] = [
    await t.make.course({ lessonTitles: ['Only'] }),
    await t.make.course({ lessonTitles: ['One', 'Two', 'Three'] }),
  ]
  for (const { id } of [done, begun]) await t.call('enrollCourse', { course_id: id }, me.cookie)
  await t.call('completeCourse', { id: at(done.lessons).id, course_id: done.id, value: true }, me.cookie)
  await t.call('completeCourse', { id: at(begun.lessons, 1).id, course_id: begun.id, value: true }, me.cookie)
  await t.call('saveLessonPosition', { id: at(begun.lessons, 0).id, position: 42 }, me.cookie)
  await t.make.review(me.id, done.id, 4, 'Bright and clear.')
  await t.call('setChatMails', { chatMails: false }, me.cookie)
  await t.db.insert(identities).values({ issuer: 'https://id.example', subject: '17', userId: me.id })
  const order = await insertOrder(t.db, me.id, done.id, { refundedCents: 250, status: 'partially_refunded' })
  await t.db.insert(notifications).values({ userId: me.id, kind: 'new-lesson', title: begun.title, courseId: begun.id })
  const own = { userId: me.id, lessonId: at(begun.lessons).id }
  await t.db.insert(notes).values({ ...own, seconds: 7, text: 'Mine' })
  const attempt = { questions: [], answers: { q1: 'lamp' }, passMark: 50, maxScore: 1 }
  await t.db.insert(quizAttempts).values({ ...own, ...attempt })
  await t.db.insert(submissions).values({ ...own, text: 'My work', feedback: 'Good' })
  const [path] = await t.db.insert(learningPaths).values({ title: 'A path', goal: 'Light' }).returning()
  await t.db.insert(pathStudents).values({ userId: me.id, pathId: path?.id ?? 0 })
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(await ownData(me.cookie)).toMatchObject({
    user: { first_name: 'Ada', birthdate: '1990-12-10', gender: 'Female', course_joined: 2, joined_at: instant },
    account: { hasPassword: true, hasGoogle: true, chatMails: false },
    notifications: [
      { kind: 'certificate', title: done.title },
      { kind: 'new-lesson', title: begun.title, course_title: begun.title, created_date: instant, isRead: false },
    ],
    courses: [
      {
        course_id: done.id,
        title: done.title,
        progress: 100,
        enrolled_date: instant,
        completed_date: instant,
        lessons: [{ title: 'Only', completed_date: instant, position: 0 }],
      },
      {
        course_id: begun.id,
        progress: 33,
        completed_date: null,
        lessons: [
          { title: 'One', completed_date: null, position: 42 },
          { title: 'Two', completed_date: instant, position: 0 },
        ],
      },
    ],
    events: [
      { course_id: done.id, material_id: at(done.lessons).id, kind: 'lesson_completed', created_date: instant },
      { course_id: done.id, material_id: null, kind: 'course_finished' },
      { course_id: begun.id, material_id: at(begun.lessons, 1).id, kind: 'lesson_completed' },
    ],
    notes: [{ material_id: own.lessonId, seconds: 7, text: 'Mine', created_date: instant }],
    attempts: [{ material_id: own.lessonId, answers: { q1: 'lamp' }, score: null, started_date: instant }],
    submissions: [{ material_id: own.lessonId, text: 'My work', status: 'waiting', feedback: 'Good' }],
    certificates: [{ certificate_id: expect.any(String), course_title: done.title, issued_date: instant }],
    paths: [{ title: 'A path', joined_date: instant, finished_date: null }],
    orders: [
      {
        number: order.number,
        status: 'partially_refunded',
        currency: 'USD',
        total: 10,
        refunded: 2.5,
        created_date: instant,
        paid_date: instant,
        items: [{ course_id: done.id, title: 'A course', price: 10 }],
      },
    ],
    reviews: [{ course_id: done.id, stars: 4, review_text: 'Bright and clear.', review_date: instant }],
    log: [
      { message: expect.stringMatching(/^Enrolled|^Joined/), time: instant },
      {},
      { message: expect.stringMatching(/^Completed/) },
    ],
  })
})

test('returns a reply in chat without a preview, since its message is among the messages', async () => {
  const [me, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
  await storeMessage(t.db, toUser({ ...admin, isActive: true }), { receiverId: me.id, text: 'Yes, for good.' })
  const data = (await ownData(me.cookie)) as CallOutput<'getOwnData'>
  expect(data.messages).toMatchObject([{ msg_text: 'Yes, for good.' }])
  expect(data.notifications).toEqual([
    {
      notification_id: expect.any(Number),
      kind: 'chat-answer',
      title: '',
      course_id: null,
      course_title: '',
      material_id: null,
      created_date: expect.stringMatching(/Z$/),
      isRead: false,
    },
  ])
})

test('returns no data of other users and no hash', async () => {
  const [me, other] = [
    await t.make.signedIn({ password: 'eleven green bottles' }),
    await t.make.signedIn({ password: 'a lantern in the fog' }),
  ]
  const course = await t.make.course()
  await t.make.enrollment(other.id, course.id)
  await t.make.review(other.id, course.id, 1, 'Theirs alone.')
  const order = await insertOrder(t.db, other.id, course.id)
  const theirs = { userId: other.id, lessonId: at(course.lessons).id }
  await t.db.insert(notes).values({ ...theirs, seconds: 1, text: 'Their note' })
  await t.db.insert(submissions).values({ ...theirs, text: 'Their work' })
  await t.db.insert(systemLog).values({ message: 'Their doing', email: other.email, studentId: other.id })
  const text = JSON.stringify(await ownData(me.cookie))
  for (const foreign of [
    other.email,
    'Theirs alone',
    'Their doing',
    'Their note',
    'Their work',
    course.title,
    order.number,
    '$argon2',
    me.cookie.slice(4),
  ])
    expect(text).not.toContain(foreign)
})

test('ignores a user id in the body, even from an admin', async () => {
  const [admin, other] = [await t.make.signedIn({ role: 'admin' }), await t.make.signedIn()]
  const { body } = await t.send('getOwnData', { id: other.id, student_id: other.id }, admin.cookie)
  expect(body.msg).toMatchObject({ user: { student_id: admin.id } })
})

test('returns current data instead of cached data', async () => {
  const me = await t.make.signedIn()
  await ownData(me.cookie)
  await t.db.update(users).set({ firstName: 'Renamed' }).where(eq(users.id, me.id))
  expect(await ownData(me.cookie)).toMatchObject({ user: { first_name: 'Renamed' } })
})

test.each(['getOwnData', 'getAccount'] as const)(
  '%s returns 404 for an account that was deleted meanwhile',
  async (name) => {
    const me = await t.make.signedIn()
    // The session is in memory from here on.
    expect((await t.call(name, {}, me.cookie)).status).toBe(200)
    await t.db.delete(users).where(eq(users.id, me.id))
    const { status, body } = await t.call(name, {}, me.cookie)
    expect([status, body.code]).toEqual([404, 'user_not_found'])
  },
)
