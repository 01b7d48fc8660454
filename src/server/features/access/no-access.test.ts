import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CALL_NAMES, type CallName, getCall } from '#contract/calls.ts'
import { courses, entitlements, lessons } from '#server/platform/db/schema.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { at } from '#server/testing/at.ts'
import { buildCourseInput, buildLessonInput } from '#server/testing/learning/course-input.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { grantEntitlement, revokeEntitlements, suspendOrderEntitlements } from './entitlements.ts'
import { lockAccess, updateAccess } from './update-access.ts'

const VIDEO = `${'a7'.repeat(16)}.webm`
const CAPTIONS = `${'b8'.repeat(16)}.vtt`
/** These end the session or the account, or upload a picture. */
const LEFT_OUT: CallName[] = ['login', 'signup', 'logout', 'deleteAccount', 'endOtherSessions', 'handleUploads']
const CALLS = CALL_NAMES.filter((name) => getCall(name).access !== 'admin' && !LEFT_OUT.includes(name))

const t = useTestApp()
let student: SignedInUser
let admin: SignedInUser
let course: Awaited<ReturnType<typeof t.make.course>>
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
  const folder = getUploadsFolder(t.dataDir)
  mkdirSync(folder, { recursive: true })
  for (const name of [VIDEO, CAPTIONS]) writeFileSync(join(folder, name), 'x'.repeat(100))
})
beforeEach(async () => {
  await t.db.delete(lessons)
  student = await t.make.signedIn()
  course = await t.make.course({ priceCents: 6000 })
  await t.db
    .update(lessons)
    .set({ url: `/uploads/${VIDEO}`, captionsUrl: `/uploads/${CAPTIONS}` })
    .where(eq(lessons.id, at(course.lessons).id))
  // Progress from a time with access.
  await t.db.transaction((tx) => grantEntitlement(tx, { ...own(), source: 'grant' }))
  await t.call('completeCourse', { id: at(course.lessons, 1).id, course_id: course.id, value: true }, student.cookie)
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

/** One body with what any call may need. */
const buildBody = () => ({
  ...{ student_id: student.id, user_id: student.id, sender_id: student.id, course_id: course.id, page: 1 },
  ...{ id: at(course.lessons).id, material_id: at(course.lessons).id, value: true, position: 5 },
  ...{ review_text: 'Good.', stars: 5, search_text: '', select_data: '' },
})

/** What the student has of the course, without what says when access ends. */
async function readLearning(): Promise<unknown> {
  const { rows } = await t.db.execute(sql`select
    (select json_agg(json_build_array(completed_lessons, completed_at, access_until > now())) from enrollments where user_id = ${student.id}) as enrollments,
    (select json_agg(p order by lesson_id) from lesson_progress p where user_id = ${student.id}) as progress,
    (select json_agg(r.*) from reviews r where user_id = ${student.id}) as reviews,
    (select json_agg(n.*) from notifications n where user_id = ${student.id}) as notifications,
    (select json_agg(problem_reported_at) from lessons where course_id = ${course.id}) as problems`)
  return at(rows)
}

/** Every call, and every way to ask for a file. Returns what opened. */
async function findOpenings(): Promise<string[]> {
  const openings: string[] = []
  let before = JSON.stringify(await readLearning())
  for (const name of CALLS) {
    const { body } = await t.send(name, buildBody(), student.cookie)
    const text = JSON.stringify(body)
    const after = JSON.stringify(await readLearning())
    if ([VIDEO, CAPTIONS, '"enrolled":true'].some((part) => text.includes(part)) || after !== before)
      openings.push(name)
    before = after
  }
  for (const name of [VIDEO, CAPTIONS])
    for (const method of ['GET', 'HEAD'] as const)
      for (const range of [{}, { range: 'bytes=0-9' }]) {
        const headers = { cookie: student.cookie, ...range }
        const { statusCode } = await t.app.inject({ method, url: `/uploads/${name}`, headers })
        if (statusCode !== 403) openings.push(`${method} ${name}`)
      }
  return openings
}

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
    expect(await findOpenings()).toEqual([])
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
  const openings = await findOpenings()
  for (const name of ['getCourseData', 'completeCourse', 'saveLessonPosition', 'reportLessonProblem', 'addReview'])
    expect(openings).toContain(name)
  expect(openings.filter((one) => one.startsWith('GET '))).toHaveLength(4)
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
  expect(body.msg).toMatchObject({ enrolled: true, msg: { course: { progress: 33, entitlement: 'grant' } } })
})
