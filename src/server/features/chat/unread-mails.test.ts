import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { conversations, mails } from '#server/platform/db/schema.ts'
import { storeMessage } from './store-message.ts'
import { toUser } from '#server/platform/db/user-row.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { deleteAllRows } from '#server/testing/test-db.ts'
import { queueUnreadMails } from './unread-mails.ts'

let t: TestApp
type SignedInUser = Awaited<ReturnType<TestApp['make']['signedIn']>>
let student: SignedInUser
let admin: SignedInUser
beforeAll(async () => {
  t = await createTestApp()
})
beforeEach(async () => {
  await deleteAllRows(t.database)
  ;[student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
})
afterAll(() => t.close())

const send = (from: SignedInUser, to: SignedInUser) =>
  storeMessage(t.db, toUser({ ...from, isActive: true }), { receiverId: to.id, text: 'Hello' })

/** Moves the conversation's timestamps back by this much. */
const wait = (minutes: number) =>
  t.db.update(conversations).set({
    studentWaitsSince: sql`student_waits_since - make_interval(mins => ${minutes})`,
    adminsWaitSince: sql`admins_wait_since - make_interval(mins => ${minutes})`,
    studentMailedAt: sql`student_mailed_at - make_interval(mins => ${minutes})`,
    adminsMailedAt: sql`admins_mailed_at - make_interval(mins => ${minutes})`,
  })
const queued = async () => {
  const sent = await queueUnreadMails(t.db)
  const rows = await t.db.select().from(mails).where(eq(mails.kind, 'unread-messages')).orderBy(mails.id)
  await t.db.delete(mails)
  return [sent, rows.map(({ toEmail }) => toEmail)]
}

test('sends one email for a message that is unread for 15 minutes', async () => {
  await send(admin, student)
  expect(await queued()).toEqual([0, []])
  await wait(14)
  expect(await queued()).toEqual([0, []])
  await wait(2)
  expect(await queued()).toEqual([1, [student.email]])
  await wait(600)
  expect(await queued()).toEqual([0, []])
})

test('sends one email when several processes check at once', async () => {
  await send(admin, student)
  await wait(20)
  const sent = await Promise.all(Array.from({ length: 5 }, () => queueUnreadMails(t.db)))
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await queued()).toEqual([0, [student.email]])
})

test('sends at most one email an hour per conversation', async () => {
  await send(admin, student)
  await wait(20)
  expect(await queued()).toEqual([1, [student.email]])
  await send(admin, student)
  await wait(20)
  expect(await queued()).toEqual([0, []])
  await wait(45)
  expect(await queued()).toEqual([1, [student.email]])
})

test('sends no email for a message that was read in time', async () => {
  const row = await send(admin, student)
  await t.call('markRead', { msg_id: row.id }, student.cookie)
  await wait(20)
  expect(await queued()).toEqual([0, []])
})

test('sends no email to a student who turned them off', async () => {
  await t.call('setChatMails', { chatMails: false }, student.cookie)
  expect((await t.call('getAccount', {}, student.cookie)).body.msg).toMatchObject({ chatMails: false })
  await send(admin, student)
  await wait(20)
  expect(await queued()).toEqual([0, []])
})

test('sends each admin one email for all conversations', async () => {
  const [second, other] = [await t.make.signedIn({ role: 'admin' }), await t.make.signedIn()]
  await send(student, admin)
  await send(other, admin)
  await wait(20)
  expect(await queued()).toEqual([2, [admin.email, second.email]])
})

test('sends each admin at most one email an hour, whenever messages come', async () => {
  const other = await t.make.signedIn()
  await send(student, admin)
  await wait(10)
  await send(other, admin)
  await wait(6)
  expect(await queued()).toEqual([1, [admin.email]])
  await wait(10)
  expect(await queued()).toEqual([0, []])
  await wait(51)
  expect(await queued()).toEqual([1, [admin.email]])
})
