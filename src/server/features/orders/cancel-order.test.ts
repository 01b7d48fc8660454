import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, users } from '#server/platform/db/schema.ts'
import { buyCourse, getEntitlements, toOrder } from '#server/testing/commerce/orders.ts'
import { at } from '#server/testing/at.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ PAYMENTS: 'test' })

test('leaves a course that an admin has revoked since as it is when a refund request is dismissed', async () => {
  const [student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
  const { order_id, items } = await buyCourse(t, student)
  await t.db
    .update(orders)
    .set({ refundRequestedAt: sql`now()` })
    .where(eq(orders.id, order_id))
  const course_id = at(items).course_id
  await t.call('revokeAccess', { student_id: student.id, course_id, reason: 'Shared the account' }, admin.cookie)
  const countJoined = async () => at(await t.db.select().from(users).where(eq(users.id, student.id))).courseJoined
  expect(await countJoined()).toBe(0)
  toOrder(await t.call('cancelOrder', { order_id, reason: 'All was watched' }, admin.cookie))
  expect(await countJoined()).toBe(0)
  expect(at(await getEntitlements(t, student.id)).revokedReason).toBe('Shared the account')
})

test('tells the student, at the address of today, why a refund request was dismissed', async () => {
  const [student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
  const { order_id, number } = await buyCourse(t, student)
  const email = `new-${student.email}`
  await t.db.update(users).set({ email }).where(eq(users.id, student.id))
  await t.db
    .update(orders)
    .set({ refundRequestedAt: sql`now()` })
    .where(eq(orders.id, order_id))
  toOrder(await t.call('cancelOrder', { order_id, reason: 'All was watched' }, admin.cookie))
  const mail = at(await getSentMails(t, email), -1)
  expect(mail.subject).toBe(`Your refund request for order ${number}`)
  expect(mail.text).toContain('Reason: All was watched')
})
