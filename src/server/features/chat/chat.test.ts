import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toUser } from '#server/platform/db/user-row.ts'
import type { Conversation, Message } from '#contract/schemas/chat.ts'
import { conversations, lessons, messages, notifications, users } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { storeMessage } from './store-message.ts'

let t: TestApp
type SignedInUser = Awaited<ReturnType<TestApp['make']['signedIn']>>
let student: SignedInUser
let admin: SignedInUser
beforeAll(async () => {
  t = await createTestApp()
})
beforeEach(async () => {
  ;[student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
})
afterAll(() => t.close())

/** Stores a message as the socket's frame would. */
const send = (from: SignedInUser, to: SignedInUser, text = 'Hello') =>
  storeMessage(t.db, toUser({ ...from, isActive: true }), { receiverId: to.id, text })

const page = async (cookie: string, input: object = {}) => {
  const { body } = await t.send('getMsg', { page: 1, ...input }, cookie)
  return { messages: body.msg as Message[], nextPage: body.nextPage }
}

describe('getAdminId', () => {
  test('returns the earliest admin with four fields', async () => {
    const { body } = await t.call('getAdminId', {}, student.cookie)
    const [earliest] = await t.db.select().from(users).where(eq(users.role, 'admin')).orderBy(users.id).limit(1)
    expect(body.msg).toEqual([
      { student_id: earliest?.id, first_name: earliest?.firstName, last_name: earliest?.lastName, image_url: '' },
    ])
  })
})

describe('getMsg', () => {
  test('returns the student’s conversation, newest first, 30 per page', async () => {
    for (let n = 1; n <= 31; n++) await send(n % 2 ? student : admin, n % 2 ? admin : student, `message ${n}`)
    const first = await page(student.cookie, { sender_id: student.id, receiver_id: admin.id })
    expect(first.messages).toHaveLength(30)
    expect(at(first.messages)).toEqual({
      msg_id: expect.any(Number),
      sender_id: student.id,
      receiver_id: admin.id,
      msg_text: 'message 31',
      created_date: expect.stringMatching(/Z$/),
    })
    expect(first.nextPage).toBe(2)
    const second = await page(student.cookie, { page: 2 })
    expect([second.messages.map(({ msg_text }) => msg_text), second.nextPage]).toEqual([['message 1'], null])
  })

  test('returns the same conversation to every admin', async () => {
    const second = await t.make.signedIn({ role: 'admin' })
    await send(student, admin, 'to one')
    await send(second, student, 'from the other')
    for (const { id, cookie } of [admin, second]) {
      const { messages } = await page(cookie, { sender_id: id, receiver_id: student.id })
      expect(messages.map(({ msg_text }) => msg_text)).toEqual(['from the other', 'to one'])
    }
  })

  test('returns 403 when another student’s conversation is requested', async () => {
    const other = await t.make.signedIn()
    await send(other, admin, 'private')
    const tries = [
      { sender_id: other.id, receiver_id: admin.id },
      { sender_id: admin.id, receiver_id: other.id },
      { sender_id: student.id, receiver_id: other.id },
      { sender_id: other.id },
      { receiver_id: 999_999_999 },
    ]
    for (const input of tries) {
      const { status, body } = await t.send('getMsg', { page: 1, ...input }, student.cookie)
      expect([input, status]).toEqual([input, 403])
      expect(JSON.stringify(body)).not.toContain('private')
    }
  })

  test('returns 403 when an admin names two students', async () => {
    const other = await t.make.signedIn()
    const both = { page: 1, sender_id: student.id, receiver_id: other.id }
    expect((await t.call('getMsg', both, admin.cookie)).body.code).toBe('not_allowed')
  })

  test('returns an error when an admin names no student', async () => {
    expect((await t.send('getMsg', { page: 1 }, admin.cookie)).status).toBe(400)
    expect(
      (await t.send('getMsg', { page: 1, sender_id: admin.id, receiver_id: 999_999_999 }, admin.cookie)).status,
    ).toBe(404)
    expect((await page(admin.cookie, { sender_id: admin.id, receiver_id: student.id })).messages).toEqual([])
  })
})

describe('getConversations', () => {
  const list = async (input: object = {}) =>
    (await t.send('getConversations', { page: 1, ...input }, admin.cookie)).body as unknown as {
      msg: Conversation[]
      nextPage: number | null
    }

  test('lists the latest conversations first, then students without one', async () => {
    const [first, second] = [
      await t.make.signedIn({ firstName: 'Zelda' }),
      await t.make.signedIn({ firstName: 'Yusuf' }),
    ]
    await send(first, admin, 'one')
    await send(second, admin, 'two')
    await send(first, admin, 'three')
    const { msg } = await list()
    expect(msg.slice(0, 2)).toMatchObject([
      { first_name: 'Zelda', unread: 2, last: { msg_text: 'three' } },
      { first_name: 'Yusuf', unread: 1, last: { msg_text: 'two' } },
    ])
    const silent = (await list({ search_text: student.email })).msg
    expect(silent).toMatchObject([{ student_id: student.id, unread: 0, last: null }])
  })

  test('lists every student exactly once across pages', async () => {
    await t.db.delete(users).where(eq(users.role, 'student'))
    const students = []
    for (let n = 0; n < 45; n++) students.push(await t.make.signedIn())
    for (const sender of students.slice(0, 25)) await send(sender, admin)
    const seen: number[] = []
    const pageSizes: number[] = []
    for (let number: number | null = 1; number !== null;) {
      const { msg, nextPage }: { msg: Conversation[]; nextPage: number | null } = await list({ page: number })
      pageSizes.push(msg.length)
      seen.push(...msg.map(({ student_id }) => student_id))
      number = nextPage
    }
    expect(pageSizes).toEqual([20, 20, 5])
    expect(new Set(seen)).toEqual(new Set(students.map(({ id }) => id)))
    expect(seen.slice(0, 25)).toEqual(
      students
        .slice(0, 25)
        .map(({ id }) => id)
        .reverse(),
    )
  })

  test('lists only unanswered conversations: those whose last message is the student’s, also when it was read', async () => {
    await t.db.delete(users).where(eq(users.role, 'student'))
    const [answered, read, unread, foundByName] = [
      await t.make.signedIn(),
      await t.make.signedIn(),
      await t.make.signedIn(),
      await t.make.signedIn({ firstName: 'Quillon' }),
    ]
    await t.make.signedIn()
    for (const sender of [answered, read, unread, foundByName]) await send(sender, admin)
    await send(admin, answered)
    await t.call('markRead', { student_id: read.id, msg_id: 999_999_999 }, admin.cookie)
    const unanswered = async (input: object = {}) =>
      (await list({ select_data: 'Unanswered', ...input })).msg.map(({ student_id }) => student_id)
    expect(await unanswered()).toEqual([foundByName.id, unread.id, read.id])
    expect(await unanswered({ search_text: 'quillon' })).toEqual([foundByName.id])
    await send(answered, admin)
    await send(admin, read)
    expect(await unanswered()).toEqual([answered.id, foundByName.id, unread.id])
    expect((await list()).msg).toHaveLength(5)
  })

  test('a message that is stored after a later one leaves the conversation as it is', async () => {
    const late = await t.make.signedIn()
    await send(late, admin)
    const set = { lastMessageId: 999_999_999, isUnanswered: false }
    await t.db.update(conversations).set(set).where(eq(conversations.studentId, late.id))
    await send(late, admin)
    const [row] = await t.db.select().from(conversations).where(eq(conversations.studentId, late.id))
    expect(row).toMatchObject({ ...set, unreadByAdmins: 2 })
  })

  test('lists unanswered conversations 20 per page', async () => {
    await t.db.delete(users).where(eq(users.role, 'student'))
    for (let n = 0; n < 21; n++) await send(await t.make.signedIn(), admin)
    const first = await list({ select_data: 'Unanswered' })
    const second = await list({ select_data: 'Unanswered', page: 2 })
    expect([first.msg.length, first.nextPage, second.msg.length, second.nextPage]).toEqual([20, 2, 1, null])
  })

  test('returns 400 for an unknown filter', async () => {
    expect((await t.send('getConversations', { page: 1, select_data: 'Other' }, admin.cookie)).status).toBe(400)
  })

  test('matches name and email, with % and _ as plain characters', async () => {
    const found = await t.make.signedIn({ firstName: 'Ann_e', lastName: '100%', email: 'odd@find.example' })
    await t.make.signedIn({ firstName: 'Annie', lastName: '1000' })
    for (const search_text of ['nn_e', '100%', 'ODD@find', 'ann_e 100']) {
      expect((await list({ search_text })).msg.map(({ student_id }) => student_id)).toEqual([found.id])
    }
  })
})

describe('markRead', () => {
  const unreadOf = async () => {
    const [row] = await t.db.select().from(conversations).where(eq(conversations.studentId, student.id))
    return { byStudent: row?.unreadByStudent, byAdmins: row?.unreadByAdmins }
  }

  test('leaves later messages unread, and the other end’s count unchanged', async () => {
    const rows = []
    for (let n = 0; n < 3; n++) rows.push(await send(admin, student))
    await send(student, admin)
    expect(await unreadOf()).toEqual({ byStudent: 3, byAdmins: 1 })
    expect((await t.call('markRead', { msg_id: at(rows, 1).id }, student.cookie)).body.msg).toEqual({ unread: 1 })
    expect(await unreadOf()).toEqual({ byStudent: 1, byAdmins: 1 })
    expect((await t.call('markRead', { msg_id: at(rows, 2).id }, student.cookie)).body.msg).toEqual({ unread: 0 })
    expect((await t.call('markRead', { student_id: student.id, msg_id: 999_999_999 }, admin.cookie)).body.msg).toEqual({
      unread: 0,
    })
    expect(await unreadOf()).toEqual({ byStudent: 0, byAdmins: 0 })
  })

  test('keeps the count when an older message is marked, and answers without a conversation', async () => {
    expect((await t.call('markRead', { msg_id: 1 }, student.cookie)).body.msg).toEqual({ unread: 0 })
    const row = await send(admin, student)
    await t.call('markRead', { msg_id: row.id }, student.cookie)
    expect((await t.call('markRead', { msg_id: 1 }, student.cookie)).body.msg).toEqual({ unread: 0 })
  })

  test('returns 403 for another student’s conversation', async () => {
    const other = await t.make.signedIn()
    await send(admin, other)
    expect((await t.call('markRead', { student_id: other.id, msg_id: 999_999_999 }, student.cookie)).status).toBe(403)
    const [row] = await t.db.select().from(conversations).where(eq(conversations.studentId, other.id))
    expect(row?.unreadByStudent).toBe(1)
  })

  test('counts fifty messages that arrive while it runs', async () => {
    const row = await send(admin, student)
    await Promise.all([
      ...Array.from({ length: 50 }, () => send(admin, student)),
      ...Array.from({ length: 5 }, () => t.call('markRead', { msg_id: row.id }, student.cookie)),
    ])
    expect((await unreadOf()).byStudent).toBe(50)
  })
})

describe('notifications', () => {
  const bell = async () =>
    (await t.call('getNotifications', { page: 1 }, student.cookie)).body.msg as {
      unread: number
      notifications: { kind: string; isRead: boolean; preview?: string }[]
    }

  test('moves to the top of the list with each answer', async () => {
    await send(admin, student)
    await t.db.insert(notifications).values({ userId: student.id, kind: 'certificate', title: 'Lamps' })
    await send(admin, student)
    expect(await bell()).toMatchObject({ notifications: [{ kind: 'chat-answer' }, { kind: 'certificate' }] })
  })

  test('has one entry for any number of answers, until they are read', async () => {
    await send(admin, student)
    const row = await send(admin, student)
    expect(await bell()).toMatchObject({ unread: 1, notifications: [{ kind: 'chat-answer', isRead: false }] })
    await t.call('markRead', { msg_id: row.id }, student.cookie)
    expect(await bell()).toMatchObject({ unread: 0, notifications: [{ isRead: true }] })
    await send(admin, student)
    expect(await bell()).toMatchObject({ unread: 1, notifications: [{ isRead: false }, { isRead: true }] })
  })

  test('show how the newest message of each reply begins, and never the student’s own', async () => {
    const previews = async () => (await bell()).notifications.map(({ preview }) => preview)
    await send(admin, student, 'Yes, for good.')
    const row = await send(admin, student, 'And forever.')
    await t.call('markRead', { msg_id: row.id }, student.cookie)
    await send(student, admin, 'Thank you')
    expect(await previews()).toEqual(['And forever.'])
    await send(admin, student, `${'🏮'.repeat(79)} lantern`)
    await send(student, admin, 'Oh')
    expect(await previews()).toEqual([`${'🏮'.repeat(79)}…`, 'And forever.'])
  })

  test('have no preview without a message and for other kinds', async () => {
    await send(admin, student, 'Gone')
    await t.db.insert(notifications).values({ userId: student.id, kind: 'certificate', title: 'Lamps' })
    expect((await bell()).notifications).toMatchObject([{ kind: 'certificate' }, { preview: 'Gone' }])
    await t.db.delete(messages).where(eq(messages.studentId, student.id))
    const shape = {
      notification_id: expect.any(Number),
      kind: 'certificate',
      title: 'Lamps',
      course_id: null,
      course_title: '',
      material_id: null,
      created_date: expect.stringMatching(/Z$/),
      isRead: false,
    }
    expect((await bell()).notifications).toEqual([shape, { ...shape, kind: 'chat-answer', title: '' }])
  })

  test('are private to their user', async () => {
    const other = await t.make.signedIn()
    await send(admin, student)
    await t.call('readNotifications', {}, other.cookie)
    expect((await t.call('getNotifications', { page: 1 }, other.cookie)).body.msg).toEqual({
      unread: 0,
      notifications: [],
    })
    expect((await bell()).unread).toBe(1)
    await t.call('readNotifications', {}, student.cookie)
    expect((await bell()).unread).toBe(0)
  })

  test('are listed newest first, 20 per page', async () => {
    await t.db.insert(notifications).values(
      Array.from({ length: 21 }, (_, n) => ({
        userId: student.id,
        kind: 'new-lesson' as const,
        title: `Lesson ${n}`,
      })),
    )
    const list = async (number: number) => {
      const { body } = await t.call('getNotifications', { page: number }, student.cookie)
      const { notifications: entries } = body.msg as { notifications: { title: string }[] }
      return { length: entries.length, first: entries[0]?.title, nextPage: body.nextPage }
    }
    expect(await list(1)).toEqual({ length: 20, first: 'Lesson 20', nextPage: 2 })
    expect(await list(2)).toEqual({ length: 1, first: 'Lesson 0', nextPage: null })
  })

  test('names the course of a graded work, and the lesson until it is removed', async () => {
    const course = await t.make.course()
    const lessonId = at(course.lessons).id
    const values = { userId: student.id, kind: 'assignment-graded', title: 'The essay', courseId: course.id } as const
    await t.db.insert(notifications).values({ ...values, lessonId })
    const shown = { title: 'The essay', course_id: course.id, course_title: course.title }
    expect(await bell()).toMatchObject({ notifications: [{ ...shown, material_id: lessonId }] })
    await t.db.delete(lessons).where(eq(lessons.id, lessonId))
    expect(await bell()).toMatchObject({ notifications: [{ ...shown, material_id: null }] })
  })
})
