import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { courses, entitlements } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { eventually } from '#server/testing/eventually.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import { connectChat } from '#server/testing/network/socket-client.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { checkAccess } from './check-access.ts'
import { grantEntitlement } from './entitlements.ts'

const t = useTestApp()
let admin: SignedInUser
let student: SignedInUser
let course: Awaited<ReturnType<typeof t.make.course>>
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin', email: 'chief@mail.example' })
})
beforeEach(async () => {
  student = await t.make.signedIn({ firstName: 'Mara', lastName: 'Ilves' })
  course = await t.make.course({ title: 'Lamps', priceCents: 6000 })
})

const buildBody = () => ({ student_id: student.id, course_id: course.id, reason: 'A prize' })
const grant = () => t.call('grantAccess', buildBody(), admin.cookie)
const revoke = () => t.call('revokeAccess', { ...buildBody(), reason: 'A mistake' }, admin.cookie)
const readCourse = async () => {
  const { body } = await t.call('getCourseData', { course_id: course.id }, student.cookie)
  return body.msg as { enrolled: boolean; msg: { course: { entitlement: string | null } } }
}
const readRows = () =>
  t.db.select().from(entitlements).where(eq(entitlements.userId, student.id)).orderBy(entitlements.id)

describe.each(['grantAccess', 'revokeAccess'] as const)('%s', (name) => {
  test('returns 401 to a visitor and 403 to a student, and changes nothing', async () => {
    expect((await t.call(name, buildBody())).status).toBe(401)
    expect((await t.call(name, buildBody(), student.cookie)).status).toBe(403)
    expect(await readRows()).toEqual([])
  })

  test.each([
    { student_id: 0 },
    { student_id: 'x' },
    { student_id: undefined },
    { course_id: null },
    { course_id: [1] },
    { reason: '' },
    { reason: '   ' },
    { reason: undefined },
    { reason: 'x'.repeat(301) },
  ])('returns 400 for %j', async (change) => {
    expect((await t.send(name, { ...buildBody(), ...change }, admin.cookie)).status).toBe(400)
    expect(await readRows()).toEqual([])
  })

  test('returns 404 for an unknown student, and for an unknown or deleted course', async () => {
    const codes = []
    for (const change of [{ student_id: 999_999_999 }, { course_id: 999_999_999 }])
      codes.push((await t.send(name, { ...buildBody(), ...change }, admin.cookie)).body.code)
    await t.db.update(courses).set({ deletedAt: new Date() }).where(eq(courses.id, course.id))
    codes.push((await t.send(name, buildBody(), admin.cookie)).body.code)
    expect(codes).toEqual(['user_not_found', 'course_not_found', 'course_not_found'])
  })
})

test('grantAccess opens a course with a price, and writes who, what and why into the log', async () => {
  expect((await readCourse()).enrolled).toBe(false)
  expect((await grant()).body).toEqual({ status: true, msg: 'The student can open the course now' })
  expect(await readCourse()).toMatchObject({ enrolled: true, msg: { course: { entitlement: 'grant' } } })
  expect((await t.call('session', {}, student.cookie)).body.msg).toMatchObject({ userData: [{ course_joined: 1 }] })
  expect(await t.findLogMessages(admin.id)).toContain('Granted Mara Ilves access to “Lamps”: A prize')
})

test('grantAccess changes nothing the second time, and says so', async () => {
  await grant()
  const { length } = await t.findLogMessages(admin.id)
  expect((await grant()).body.msg).toBe('The student has been granted access already')
  expect(await readRows()).toHaveLength(1)
  expect(await t.findLogMessages(admin.id)).toHaveLength(length)
})

test('grantAccess opens a draft and an archived course', async () => {
  for (const change of [{ isPublic: false }, { isPublic: true, archivedAt: new Date() }]) {
    course = await t.make.course({ priceCents: 6000, ...change })
    expect((await grant()).status).toBe(200)
    expect((await readCourse()).enrolled).toBe(true)
  }
})

test('revokeAccess ends every entitlement of the student to the course, and no other', async () => {
  const [other, elsewhere] = [await t.make.signedIn(), await t.make.course()]
  const order = await insertOrder(t.db, student.id, course.id)
  await grant()
  for (const values of [
    { userId: student.id, courseId: course.id, source: 'order' as const, orderId: order.id },
    { userId: student.id, courseId: elsewhere.id, source: 'grant' as const },
    { userId: other.id, courseId: course.id, source: 'grant' as const },
  ])
    await t.db.transaction((tx) => grantEntitlement(tx, values))
  expect((await revoke()).body.msg).toBe('The student can no longer open the course. The progress is kept')
  expect((await readCourse()).enrolled).toBe(false)
  expect((await readRows()).map(({ courseId, revokedReason }) => [courseId === course.id, revokedReason])).toEqual([
    [true, 'A mistake'],
    [true, 'A mistake'],
    [false, null],
  ])
  const { body } = await t.call('getCourseData', { course_id: course.id }, other.cookie)
  expect(body.msg).toMatchObject({ enrolled: true })
  expect(await t.findLogMessages(admin.id)).toContain('Revoked Mara Ilves’s access to “Lamps”: A mistake')
  expect(await checkAccess(t.db)).toEqual([])
})

test('revokeAccess says so when there is nothing to revoke, and logs nothing', async () => {
  const { length } = await t.findLogMessages(admin.id)
  expect((await revoke()).body.msg).toBe('The student has no access to this course')
  expect(await t.findLogMessages(admin.id)).toHaveLength(length)
})

test('the student’s open tabs are told of both, and nobody else', async () => {
  const other = await t.make.signedIn()
  const clients = [await connectChat(t.app, student), await connectChat(t.app, other)]
  await grant()
  await revoke()
  const frame = { type: 'access', course_id: course.id }
  await eventually(() => expect(at(clients).frames.slice(1)).toEqual([frame, frame]))
  expect(at(clients, 1).frames.slice(1)).toEqual([])
  for (const client of clients) await client.close()
})

test('twenty grants and revocations at once leave what the entitlements say', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? grant() : revoke())))
  expect(await checkAccess(t.db)).toEqual([])
  const { enrolled, msg } = await readCourse()
  expect(enrolled).toBe(msg.course.entitlement !== null)
})
