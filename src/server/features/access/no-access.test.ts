import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { courses, entitlements, lessons } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { buildCourseInput, buildLessonInput } from '#server/testing/learning/course-input.ts'
import { ALL_OPENINGS, findOpenings, type LockedCourse } from '#server/testing/learning/find-openings.ts'
import { createLockedCourse, hasSecret, writeLockedFiles } from '#server/testing/learning/locked-course.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { grantEntitlement, revokeEntitlements, suspendOrderEntitlements } from './entitlements.ts'
import { lockAccess, updateAccess } from './update-access.ts'

const t = useTestApp()
let locked: LockedCourse
let student: LockedCourse['student']
let course: LockedCourse['course']
let admin: SignedInUser
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
  writeLockedFiles(t)
})
beforeEach(async () => {
  await t.db.delete(lessons)
  locked = await createLockedCourse(t)
  ;({ student, course } = locked)
  // Progress from a time with access.
  await t.call('completeCourse', { id: at(course.lessons).id, course_id: course.id, value: true }, student.cookie)
  await t.db.delete(entitlements)
})

const own = () => ({ userId: student.id, courseId: course.id })

async function change(values: Partial<typeof entitlements.$inferInsert>): Promise<void> {
  await t.db.transaction(async (tx) => {
    await lockAccess(tx, student.id, [course.id])
    await tx.insert(entitlements).values({ ...own(), source: 'grant', ...values })
    await updateAccess(tx, student.id, course.id)
  })
}

const STATES: Record<string, () => Promise<unknown>> = {
  'revoked by an admin': async () => {
    await change({})
    await t.db.transaction((tx) => revokeEntitlements(tx, { ...own(), reason: 'A mistake' }))
  },
  'suspended by a refund': async () => {
    const order = await insertOrder(t.db, student.id, course.id)
    await change({ source: 'order', orderId: order.id })
    await t.db.transaction((tx) => suspendOrderEntitlements(tx, order.id, 'Refunded'))
  },
  ended: () => change({ endsAt: new Date(Date.now() - 1_000) }),
  'not begun': () => change({ startsAt: new Date(Date.now() + 3_600_000) }),
}

const findAllOpenings = () =>
  findOpenings(t, locked, (answer) => hasSecret(answer) || answer.includes('"enrolled":true'))

const addLesson = () =>
  t.send(
    'updateCourse',
    { course_id: course.id, ...buildCourseInput({ materials: [buildLessonInput()], public: true }) },
    admin.cookie,
  )

describe.each([true, false])('in a course that is public: %s', (isPublic) => {
  test.each(Object.keys(STATES))('nothing opens to a student whose only entitlement is %s', async (state) => {
    await STATES[state]?.()
    await t.db.update(courses).set({ isPublic }).where(eq(courses.id, course.id))
    expect(await findAllOpenings()).toEqual([])
    const body = { course_id: course.id }
    const lesson = at(course.lessons).id
    const answers = await Promise.all([
      t.call('enrollCourse', body, student.cookie),
      t.call('completeCourse', { ...body, id: lesson, value: true }, student.cookie),
      t.call('saveLessonPosition', { id: lesson, position: 1 }, student.cookie),
      t.call('reportLessonProblem', { material_id: lesson }, student.cookie),
      t.call('addReview', { ...body, review_text: 'Good.' }, student.cookie),
    ])
    expect(answers.map(({ body: answer }) => answer.code)).toEqual(
      isPublic
        ? ['payment_required', ...Array<string>(4).fill('not_enrolled')]
        : ['course_not_found', 'course_not_found', 'lesson_not_found', 'lesson_not_found', 'course_not_found'],
    )
    const mine = await t.call('getEnrolledCourses', { page: 1 }, student.cookie)
    expect(mine.body.msg).toEqual([[], [{ 'COUNT(*)': 0 }]])
    expect((await t.call('getLastLesson', {}, student.cookie)).body.msg).toEqual([])
  })
})

test('the same walk finds what opens with access', async () => {
  await change({})
  const openings = await findAllOpenings()
  expect(openings.toSorted()).toEqual([...ALL_OPENINGS, 'getCourses', 'getEnrolledCourses'].toSorted())
})

test('a new lesson is announced to students with access only', async () => {
  await STATES['revoked by an admin']?.()
  const other = await t.make.signedIn()
  await t.db.transaction((tx) => grantEntitlement(tx, { ...own(), userId: other.id, source: 'grant' }))
  expect((await addLesson()).status).toBe(200)
  const read = async (cookie: string) => (await t.call('getNotifications', { page: 1 }, cookie)).body.msg
  expect([await read(student.cookie), await read(other.cookie)]).toMatchObject([
    { notifications: [], unread: 0 },
    { notifications: [{ kind: 'new-lesson' }], unread: 1 },
  ])
})

test('admins count students with access, in the list of courses and in the funnel', async () => {
  await STATES.ended?.()
  const count = async () => {
    const list = await t.call('getCoursesAdmin', { page: 1 }, admin.cookie)
    const funnel = await t.call('getCourseFunnel', { course_id: course.id }, admin.cookie)
    const row = (list.body.msg as { course_id: number; students: number }[]).find((one) => one.course_id === course.id)
    return [row?.students, (funnel.body.msg as { enrolled: number }).enrolled]
  }
  expect(await count()).toEqual([0, 0])
  await change({})
  expect(await count()).toEqual([1, 1])
})

test('progress is kept, and is back with access', async () => {
  await STATES['suspended by a refund']?.()
  await change({})
  const { body } = await t.call('getCourseData', { course_id: course.id }, student.cookie)
  expect(body.msg).toMatchObject({ enrolled: true, msg: { course: { progress: 14, entitlement: 'grant' } } })
})
