import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CLOSE_CODES } from '#contract/socket.ts'
import { enrollments, messages, sessions, systemLog, users } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { connectChat } from '#server/testing/socket-client.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

const PASSWORD = 'a lantern in the fog'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['make']['signedIn']>>
beforeAll(async () => {
  t = await createTestApp()
})
beforeEach(async () => {
  admin = await t.make.signedIn({ role: 'admin', password: PASSWORD })
})
afterAll(() => t.close())

const view = (on: boolean, cookie = admin.cookie) => t.call('setViewAsStudent', { on }, cookie)
const whoIs = async (cookie = admin.cookie) => {
  const { userData, viewsAsStudent } = (await t.call('session', {}, cookie)).body.msg as {
    userData: { role: string }[]
    viewsAsStudent?: true
  }
  return [userData[0]?.role, viewsAsStudent]
}
const ADMIN = ['admin', undefined]
const AS_STUDENT = ['student', true]

describe('is refused', () => {
  test('to visitors and students, who stay what they are', async () => {
    const student = await t.make.signedIn()
    expect((await t.call('setViewAsStudent', { on: true })).status).toBe(401)
    for (const on of [true, false])
      expect(await view(on, student.cookie)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    expect(await whoIs(student.cookie)).toEqual(['student', undefined])
  })

  test('to a demoted admin, whose mark says nothing any more', async () => {
    await view(true)
    await t.db.update(users).set({ role: 'student' }).where(eq(users.id, admin.id))
    const cookie = await t.make.cookie(admin.id)
    await t.db.update(sessions).set({ asStudent: true }).where(eq(sessions.userId, admin.id))
    expect(await view(false, cookie)).toMatchObject({ status: 403 })
    expect((await t.call('session', {}, cookie)).body.msg).not.toHaveProperty('viewsAsStudent')
  })

  test('from another site, and for what is neither on nor off', async () => {
    const answer = await t.app.inject({
      method: 'PUT',
      url: '/api/setViewAsStudent',
      headers: { cookie: admin.cookie, origin: 'https://evil.example' },
      payload: { on: true },
    })
    expect(answer.json().code).toBe('cross_site')
    for (const on of [undefined, null, 'true', 1])
      expect((await t.send('setViewAsStudent', { on }, admin.cookie)).status).toBe(400)
    expect(await whoIs()).toEqual(ADMIN)
  })
})

describe('while it is on', () => {
  test('the session has a student’s role and rights, and only the way back is left of an admin’s', async () => {
    expect(await whoIs()).toEqual(ADMIN)
    expect((await view(true)).body.msg).toBe('You are looking at the site as a student')
    expect(await whoIs()).toEqual(AS_STUDENT)
    for (const [name, input] of [
      ['getUsers', { page: 1 }],
      ['findAnything', { search_text: 'a' }],
      ['deleteUser', { user_id: 1 }],
      ['setMaintenance', { status: false }],
    ] as const) {
      expect([name, (await t.send(name, input, admin.cookie)).status]).toEqual([name, 403])
    }
    const other = await t.make.user()
    expect((await t.call('getUserData', { id: other.id }, admin.cookie)).status).toBe(403)
    expect((await view(false)).body.msg).toBe('You are back as an admin')
    expect(await whoIs()).toEqual(ADMIN)
    expect((await t.call('getUsers', { page: 1 }, admin.cookie)).status).toBe(200)
  })

  test('another session of the same admin stays an admin’s, and neither is ever given the other’s answers', async () => {
    const elsewhere = await t.make.cookie(admin.id)
    const course = await t.make.course()
    const lessonUrl = async (cookie: string) => {
      const { body } = await t.call('getCourseData', { course_id: course.id }, cookie)
      return JSON.stringify(body).includes(at(course.lessons, 1).url)
    }
    await view(true)
    for (let again = 0; again < 2; again++) {
      expect(await Promise.all([whoIs(), whoIs(elsewhere)])).toEqual([AS_STUDENT, ADMIN])
      expect([await lessonUrl(elsewhere), await lessonUrl(admin.cookie)]).toEqual([true, false])
    }
    // What changes for the one person is dropped for both of their sessions.
    await t.call('enrollCourse', { course_id: course.id }, admin.cookie)
    expect(await lessonUrl(admin.cookie)).toBe(true)
    expect((await t.call('getUsers', { page: 1 }, elsewhere)).status).toBe(200)
  })

  test('one enrolls, ticks and reviews as oneself', async () => {
    const course = await t.make.course()
    await view(true)
    for (const [name, input] of [
      ['enrollCourse', { course_id: course.id, student_id: admin.id }],
      ['completeCourse', { course_id: course.id, id: at(course.lessons).id, value: true }],
      ['addReview', { course_id: course.id, review_text: 'Clear.', stars: 5 }],
    ] as const) {
      expect([name, (await t.send(name, input, admin.cookie)).status]).toEqual([name, 200])
    }
    expect(await t.db.select().from(enrollments).where(eq(enrollments.userId, admin.id))).toMatchObject([
      { courseId: course.id, completedLessons: 1 },
    ])
  })

  test('one’s account cannot be deleted as a student’s can', async () => {
    await view(true)
    const answer = await t.call('deleteAccount', { confirmation: admin.email, password: PASSWORD }, admin.cookie)
    expect(answer).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    expect(await t.db.select({ role: users.role }).from(users).where(eq(users.id, admin.id))).toEqual([
      { role: 'admin' },
    ])
  })

  test('the session lives no longer than an admin’s', async () => {
    await view(true)
    await t.db
      .update(sessions)
      .set({ lastSeenAt: sql`now() - interval '2 minutes'`, idleUntil: sql`now() + interval '5 minutes'` })
      .where(eq(sessions.userId, admin.id))
    // Something that drops what is kept of the session, so that it is read anew.
    await t.call('setChatMails', { chatMails: true }, admin.cookie)
    await whoIs()
    const hours = sql<number>`round(extract(epoch from ${sessions.idleUntil} - now()) / 3600)::int`
    await expect
      .poll(() => t.db.select({ hours }).from(sessions).where(eq(sessions.userId, admin.id)), { timeout: 5_000 })
      .toEqual([{ hours: 1 }])
  })
})

test('logging out, or in anew, ends it', async () => {
  await view(true)
  const again = await t.send('login', { email: admin.email, password: PASSWORD }, admin.cookie)
  expect(await whoIs(again.cookie)).toEqual(ADMIN)
  await view(true, again.cookie)
  await t.call('logout', {}, again.cookie)
  const anew = await t.send('login', { email: admin.email, password: PASSWORD })
  expect(await whoIs(anew.cookie)).toEqual(ADMIN)
})

test('the log tells each switch once, by the admin’s name', async () => {
  for (const on of [true, true, false, false]) expect((await view(on)).status).toBe(200)
  const lines = await t.db.select().from(systemLog).where(eq(systemLog.studentId, admin.id)).orderBy(systemLog.id)
  expect(lines.map(({ kind, message, email }) => [kind, message, email])).toEqual([
    ['user', 'Began to look at the site as a student', admin.email],
    ['user', 'Went back to looking at the site as an admin', admin.email],
  ])
})

test('in maintenance the site is closed to whoever looks at it as a student, except for the way back', async () => {
  const other = await t.make.signedIn({ role: 'admin' })
  await view(true)
  await t.call('setMaintenance', { status: false }, other.cookie)
  try {
    expect((await t.call('getCourses', { page: 1 }, admin.cookie)).status).toBe(503)
    expect(await whoIs()).toEqual(AS_STUDENT)
    expect((await view(false)).status).toBe(200)
    expect((await t.call('getUsers', { page: 1 }, admin.cookie)).status).toBe(200)
  } finally {
    await t.call('setMaintenance', { status: true }, other.cookie)
  }
})

describe('open sockets', () => {
  test('of the session are closed with either switch, and those of another session stay', async () => {
    const elsewhere = await t.make.cookie(admin.id)
    const [here, there] = [
      await connectChat(t.app, admin),
      await connectChat(t.app, { id: admin.id, cookie: elsewhere }),
    ]
    await view(true)
    await here.waitUntil(({ closeCode }) => closeCode === CLOSE_CODES.notSignedIn)
    const asStudent = await connectChat(t.app, admin)
    await view(false)
    await asStudent.waitUntil(({ closeCode }) => closeCode === CLOSE_CODES.notSignedIn)
    expect(there.closeCode).toBeUndefined()
    await there.close()
  })

  test('send nothing for whoever looks at the site as a student, and bring them no other student’s messages', async () => {
    const [student, other] = [await t.make.signedIn(), await t.make.user({ role: 'admin' })]
    await view(true)
    const [mine, theirs] = [await connectChat(t.app, admin), await connectChat(t.app, student)]
    mine.send({ type: 'chat', sender_id: admin.id, receiver_id: other.id, msg: 'To myself' })
    mine.send({ type: 'typing', sender_id: admin.id, receiver_id: other.id })
    await mine.waitUntil((client) => client.errors().length === 2)
    theirs.send({ type: 'chat', sender_id: student.id, receiver_id: other.id, msg: 'A question' })
    await theirs.waitUntil(({ chat }) => chat.length === 1)
    expect(mine.chat).toEqual([])
    expect(await t.db.select().from(messages).where(eq(messages.senderId, admin.id))).toEqual([])
    await Promise.all([mine.close(), theirs.close()])
  })
})
