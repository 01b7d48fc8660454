import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { CALL_NAMES, type CallName, getCall, getResponseKey } from '#contract/calls.ts'
import { CLOSE_CODES } from '#contract/socket.ts'
import {
  auditLog,
  comments,
  enrollments,
  messages,
  reviews,
  sessions,
  systemLog,
  users,
} from '#server/platform/db/schema.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { createTotpCode, createTotpUser } from '#server/testing/accounts/two-factor.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'
import { at } from '#server/testing/at.ts'
import { buildCourseInput, buildLessonInput } from '#server/testing/learning/course-input.ts'
import { createPictureForm, TINY_PNG } from '#server/testing/files/picture-form.ts'
import { connectChat } from '#server/testing/network/socket-client.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const PASSWORD = 'a lantern in the fog'
const READ_ONLY = 'You are viewing the site as a student. Return to the admin view to make changes'

const t = useTestApp()
let admin: SignedInUser
beforeEach(async () => {
  admin = await t.make.signedIn({ role: 'admin', password: PASSWORD })
})

const view = (on: boolean, cookie = admin.cookie) => t.call('setViewAsStudent', { on }, cookie)
const getRole = async (cookie = admin.cookie) => {
  const { userData, viewsAsStudent } = (await t.call('session', {}, cookie)).body.msg as {
    userData: { role: string }[]
    viewsAsStudent?: true
  }
  return [userData[0]?.role, viewsAsStudent]
}
const ADMIN = ['admin', undefined]
const AS_STUDENT = ['student', true]

describe('refused requests', () => {
  test('returns 403 to visitors and students', async () => {
    const student = await t.make.signedIn()
    expect((await t.call('setViewAsStudent', { on: true })).status).toBe(401)
    for (const on of [true, false])
      expect(await view(on, student.cookie)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    expect(await getRole(student.cookie)).toEqual(['student', undefined])
  })

  test('returns 403 to an admin who was demoted', async () => {
    await view(true)
    await t.db.update(users).set({ role: 'student' }).where(eq(users.id, admin.id))
    const cookie = await t.make.cookie(admin.id)
    await t.db.update(sessions).set({ asStudent: true }).where(eq(sessions.userId, admin.id))
    expect(await view(false, cookie)).toMatchObject({ status: 403 })
    expect((await t.call('session', {}, cookie)).body.msg).not.toHaveProperty('viewsAsStudent')
  })

  test('returns 403 from another site and 400 for an invalid body', async () => {
    const answer = await t.app.inject({
      method: 'PUT',
      url: '/api/setViewAsStudent',
      headers: { cookie: admin.cookie, origin: 'https://evil.example' },
      payload: { on: true },
    })
    expect(answer.json().code).toBe('cross_site')
    for (const on of [undefined, null, 'true', 1])
      expect((await t.send('setViewAsStudent', { on }, admin.cookie)).status).toBe(400)
    expect(await getRole()).toEqual(ADMIN)
  })
})

describe('viewing as a student', () => {
  test('gives the session the rights of a student and the way back', async () => {
    expect(await getRole()).toEqual(ADMIN)
    expect((await view(true)).body.msg).toBe('You are viewing the site as a student')
    expect(await getRole()).toEqual(AS_STUDENT)
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
    expect((await view(false)).body.msg).toBe('You are viewing the site as an admin')
    expect(await getRole()).toEqual(ADMIN)
    expect((await t.call('getUsers', { page: 1 }, admin.cookie)).status).toBe(200)
  })

  test('leaves other sessions of the admin unchanged and caches responses separately', async () => {
    const elsewhere = await t.make.cookie(admin.id)
    const course = await t.make.course()
    let url = at(course.lessons, 1).url
    const lessonUrl = async (cookie: string) => {
      const { body } = await t.call('getCourseData', { course_id: course.id }, cookie)
      return JSON.stringify(body).includes(url)
    }
    await view(true)
    for (let again = 0; again < 2; again++) {
      expect(await Promise.all([getRole(), getRole(elsewhere)])).toEqual([AS_STUDENT, ADMIN])
      expect([await lessonUrl(elsewhere), await lessonUrl(admin.cookie)]).toEqual([true, false])
    }
    // A change invalidates the cached responses of both sessions.
    url = 'https://media.example/changed.webm'
    const materials = [buildLessonInput(), buildLessonInput({ url })]
    await t.send('updateCourse', { course_id: course.id, ...buildCourseInput({ materials }) }, elsewhere)
    expect([await lessonUrl(elsewhere), await lessonUrl(admin.cookie)]).toEqual([true, false])
    expect((await t.call('getUsers', { page: 1 }, elsewhere)).status).toBe(200)
  })

  test('changes nothing for a student’s actions', async () => {
    const course = await t.make.course()
    await t.make.enrollment(admin.id, course.id)
    const post = await t.make.post()
    await view(true)
    for (const [name, input] of [
      ['enrollCourse', { course_id: course.id, student_id: admin.id }],
      ['completeCourse', { course_id: course.id, id: at(course.lessons).id, value: true }],
      ['addReview', { course_id: course.id, review_text: 'Clear.', stars: 5 }],
      ['addComment', { blog_id: post.id, comment_text: 'Well said.' }],
      ['changePassword', { password: PASSWORD, new_password: 'another lantern in the fog' }],
      ['deleteAccount', { confirmation: admin.email, password: PASSWORD }],
    ] as const) {
      const { status, body } = await t.send(name, input, admin.cookie)
      expect([name, status, body.code, body.msg]).toEqual([name, 403, 'not_allowed', READ_ONLY])
    }
    expect(await t.db.select().from(enrollments).where(eq(enrollments.userId, admin.id))).toMatchObject([
      { courseId: course.id, completedLessons: 0 },
    ])
    expect(await t.db.select().from(reviews)).toEqual([])
    expect(await t.db.select().from(comments)).toEqual([])
    const [row] = await t.db.select().from(users).where(eq(users.id, admin.id))
    expect(row).toMatchObject({ role: 'admin', passwordHash: admin.passwordHash })
  })

  const LOGINS: readonly CallName[] = ['login', 'confirmLogin', 'startPasskeyLogin', 'confirmPasskeyLogin']
  const WAYS_BACK: readonly CallName[] = ['setViewAsStudent', 'logout', ...LOGINS]
  const writes = CALL_NAMES.filter((name) => getCall(name).invalidates && !WAYS_BACK.includes(name))

  test.each(writes)('refuses %s before its body is read', async (name) => {
    await view(true)
    const form = getCall(name).isMultipart
      ? await createPictureForm({ id: admin.id, image: TINY_PNG })
      : { payload: {}, headers: {} }
    const { method } = getCall(name)
    const url = `/api/${name}`
    const response = await t.app.inject({ ...form, method, url, headers: { ...form.headers, cookie: admin.cookie } })
    const body = response.json()
    expect([response.statusCode, body.code, body[getResponseKey(name)]]).toEqual([403, 'not_allowed', READ_ONLY])
  })

  test('keeps the session length of an admin', async () => {
    await view(true)
    await t.db
      .update(sessions)
      .set({ lastSeenAt: sql`now() - interval '2 minutes'`, idleUntil: sql`now() + interval '5 minutes'` })
      .where(eq(sessions.userId, admin.id))
    // Invalidates the cached session, so that it is read again.
    await view(true)
    await getRole()
    const hours = sql<number>`round(extract(epoch from ${sessions.idleUntil} - now()) / 3600)::int`
    await expect
      .poll(() => t.db.select({ hours }).from(sessions).where(eq(sessions.userId, admin.id)), { timeout: 5_000 })
      .toEqual([{ hours: 1 }])
  })
})

test('ends with logout and with a new login', async () => {
  await view(true)
  const again = await t.send('login', { email: admin.email, password: PASSWORD }, admin.cookie)
  expect(await getRole(again.cookie)).toEqual(ADMIN)
  await view(true, again.cookie)
  await t.call('logout', {}, again.cookie)
  const anew = await t.send('login', { email: admin.email, password: PASSWORD })
  expect(await getRole(anew.cookie)).toEqual(ADMIN)
})

test('ends with a new login that has a second step', async () => {
  const { user, browser, secret } = await createTotpUser(t, { role: 'admin' })
  expect((await browser.send('setViewAsStudent', { on: true })).status).toBe(200)
  expect((await browser.login(user.email, TEST_PASSWORD)).code).toBe('second_factor_needed')
  expect((await browser.send('confirmLogin', { code: createTotpCode(secret) })).status).toBe(200)
  expect((await browser.send('getUsers', { page: 1 })).status).toBe(200)
  await browser.send('setViewAsStudent', { on: true })
  expect((await browser.send('startPasskeyLogin', { second_step: false })).status).toBe(200)
  expect((await browser.send('confirmPasskeyLogin', {})).code).toBe('invalid_input')
})

test("logs each switch once under the admin's name", async () => {
  for (const on of [true, true, false, false]) expect((await view(on)).status).toBe(200)
  const entries = await t.db.select().from(systemLog).where(eq(systemLog.studentId, admin.id)).orderBy(systemLog.id)
  expect(entries.map(({ kind, message, email }) => [kind, message, email])).toEqual([
    ['user', 'Started viewing the site as a student', admin.email],
    ['user', 'Stopped viewing the site as a student', admin.email],
  ])
})

test('closes the site during maintenance except for the way back', async () => {
  const other = await t.make.signedIn({ role: 'admin' })
  await view(true)
  await t.call('setMaintenance', { status: false }, other.cookie)
  try {
    expect((await t.call('getCourses', { page: 1 }, admin.cookie)).status).toBe(503)
    expect(await getRole()).toEqual(AS_STUDENT)
    expect((await view(false)).status).toBe(200)
    expect((await t.call('getUsers', { page: 1 }, admin.cookie)).status).toBe(200)
  } finally {
    await t.call('setMaintenance', { status: true }, other.cookie)
  }
})

describe('open sockets', () => {
  test('closes the sockets of the session at each switch and keeps those of other sessions', async () => {
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

  test('delivers no messages of students to an admin who views the site as a student', async () => {
    const [student, other] = [await t.make.signedIn(), await t.make.user({ role: 'admin' })]
    await view(true)
    const [mine, theirs] = [await connectChat(t.app, admin), await connectChat(t.app, student)]
    mine.send({ type: 'chat', sender_id: admin.id, receiver_id: other.id, msg: 'To myself' })
    mine.send({ type: 'typing', sender_id: admin.id, receiver_id: other.id })
    await mine.waitUntil((client) => client.errors().length === 2)
    theirs.send({ type: 'chat', sender_id: student.id, receiver_id: other.id, msg: 'A question' })
    await theirs.waitUntil(({ chat }) => chat.length === 1)
    expect(mine.errors()).toEqual([READ_ONLY, READ_ONLY])
    expect(mine.chat).toEqual([])
    expect(await t.db.select().from(messages).where(eq(messages.senderId, admin.id))).toEqual([])
    await Promise.all([mine.close(), theirs.close()])
  })
})

test('starting and ending the view are entries of the audit log', async () => {
  await view(true)
  await view(false)
  const rows = await t.db.select().from(auditLog).where(eq(auditLog.actorId, admin.id)).orderBy(auditLog.id)
  expect(rows.map(({ action, after }) => [action, after])).toEqual([
    ['user.view_as_student', { asStudent: true }],
    ['user.view_as_admin', { asStudent: false }],
  ])
})
