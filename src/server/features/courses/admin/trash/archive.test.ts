import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { DeletedCourse } from '#contract/schemas/admin-courses.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { runCleanup } from '#server/cleanup-jobs.ts'
import { courses, lessons, orders, users } from '#server/platform/db/schema.ts'
import { Pictures } from '#server/platform/storage/pictures.ts'
import { grantEntitlement, suspendOrderEntitlements } from '#server/features/access/entitlements.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { at } from '#server/testing/at.ts'
import { eventually } from '#server/testing/eventually.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import { getOutboxFolder } from '#server/testing/mail/outbox.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { deleteAllRows } from '#server/testing/test-db.ts'

const VIDEO = `${'c9'.repeat(16)}.webm`
const ARCHIVED = 'The course has orders, so it was archived. Its students keep it, and nobody else can find or buy it'

const t = useTestApp()
let admin: SignedInUser
let buyer: SignedInUser
let visitor: SignedInUser
let course: Awaited<ReturnType<typeof t.make.course>>
let order: typeof orders.$inferSelect
beforeEach(async () => {
  await deleteAllRows(t.database)
  ;[admin, buyer, visitor] = [
    await t.make.signedIn({ role: 'admin' }),
    await t.make.signedIn(),
    await t.make.signedIn(),
  ]
  course = await t.make.course({ title: 'Lamplighting', priceCents: 6000 })
  order = await insertOrder(t.db, buyer.id, course.id)
  const bought = { userId: buyer.id, courseId: course.id, source: 'order' as const, orderId: order.id }
  await t.db.transaction((tx) => grantEntitlement(tx, bought))
})

const archive = () => t.call('deleteCourse', { course_id: course.id }, admin.cookie)
const restore = () => t.call('restoreCourse', { course_id: course.id }, admin.cookie)
const isIn = ({ body }: { body: { msg?: unknown } }) => JSON.stringify(body.msg).includes(`"course_id":${course.id}`)
const getTrash = async () => (await t.call('getDeletedCourses', { page: 1 }, admin.cookie)).body.msg as DeletedCourse[]

test.each(['pending', 'paid', 'refunded', 'cancelled', 'expired'] as const)(
  'deleteCourse archives a course whose only order is %s',
  async (status) => {
    await t.db
      .update(orders)
      .set({ status, openKey: status === 'pending' ? `${buyer.id}:${course.id}` : null })
      .where(eq(orders.id, order.id))
    expect((await archive()).body).toEqual({ status: true, msg: ARCHIVED })
    const [row] = await t.db.select().from(courses).where(eq(courses.id, course.id))
    expect(row).toMatchObject({ archivedAt: expect.any(Date), deletedAt: null })
    expect(await t.findLogMessages(admin.id)).toContain('Archived the course “Lamplighting”, with 1 student')
  },
)

test('deleteCourse returns 404 for an archived course', async () => {
  await archive()
  expect((await archive()).body).toMatchObject({ code: 'course_not_found' })
})

test('an archived course is in no list, search or count, and its buyers’ lists keep it', async () => {
  const search = { page: 1, search_text: 'Lamplighting' }
  const look = async () => {
    const lists = await Promise.all([
      t.call('getCourses', search),
      t.call('getCourses', { page: 1 }, buyer.cookie),
      t.call('getCourses', { page: null }, admin.cookie),
      t.call('getCourses', { page: null }),
      t.call('getCoursesAdmin', search, admin.cookie),
      t.call('findAnything', { search_text: 'Lamplighting' }, admin.cookie),
      t.call('getTopCourses', { days: 7 }, admin.cookie),
    ])
    const { body } = await t.call('getAnalystic', {}, admin.cookie)
    return [...lists.map(isIn), (body.msg as { courses: number }).courses > 0]
  }
  // The top courses and the counts are read at most once a second.
  await eventually(async () => expect(await look()).toEqual(Array(8).fill(true)))
  await archive()
  await eventually(async () => expect(await look()).toEqual(Array(8).fill(false)))
  const kept = await Promise.all([
    t.call('getEnrolledCourses', { page: 1 }, buyer.cookie),
    t.call('getLastLesson', {}, buyer.cookie),
    t.call('getOwnData', {}, buyer.cookie),
    t.call('getUserDetails', { user_id: buyer.id }, admin.cookie),
  ])
  expect(kept.map(isIn)).toEqual([true, true, true, true])
  expect(at(await t.db.select().from(users).where(eq(users.id, buyer.id))).courseJoined).toBe(1)
})

test('an archived course works for its students, and is not found by others', async () => {
  const folder = getUploadsFolder(t.dataDir)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, VIDEO), 'x')
  const lesson = at(course.lessons).id
  await t.db
    .update(lessons)
    .set({ url: `/uploads/${VIDEO}`, isPreview: true })
    .where(eq(lessons.id, lesson))
  await archive()
  const use = async ({ cookie }: SignedInUser) => {
    const answers = [
      await t.call('getCourseData', { course_id: course.id }, cookie),
      await t.call('enrollCourse', { course_id: course.id }, cookie),
      await t.call('completeCourse', { course_id: course.id, id: lesson, value: true }, cookie),
      await t.call('saveLessonPosition', { id: lesson, position: 1 }, cookie),
      await t.call('addReview', { course_id: course.id, review_text: 'Good.', stars: 5 }, cookie),
      await t.call('getReviews', { course_id: course.id, page: 1 }, cookie),
      await t.call('reportLessonProblem', { material_id: lesson }, cookie),
    ].map(({ status }) => status)
    const file = await t.app.inject({ url: `/uploads/${VIDEO}`, headers: { cookie } })
    return [...answers, file.statusCode]
  }
  expect(await use(buyer)).toEqual(Array(8).fill(200))
  expect(await use(visitor)).toEqual([...Array<number>(7).fill(404), 403])
})

test('an archived course cannot be bought, and a refunded student does not find it again', async () => {
  await archive()
  const buy = (cookie: string) => t.call('createOrder', { course_id: course.id }, cookie)
  expect((await buy(visitor.cookie)).body.code).toBe('course_not_found')
  await t.db.transaction((tx) => suspendOrderEntitlements(tx, order.id, 'Refunded'))
  const refundedCookie = await t.make.cookie(buyer.id)
  expect((await buy(refundedCookie)).body.code).toBe('course_not_found')
  const mine = await t.call('getOwnData', {}, refundedCookie)
  expect(mine.body.msg).toMatchObject({ orders: [{ number: order.number }], courses: [{ course_id: course.id }] })
})

describe('getDeletedCourses and restoreCourse', () => {
  test('list an archived course without a purge date, among the deleted ones by time', async () => {
    const other = await t.make.course({ title: 'Other' })
    await archive()
    await t.call('deleteCourse', { course_id: other.id }, admin.cookie)
    expect(await getTrash()).toEqual([
      expect.objectContaining({ title: 'Other', archived: false, purged_date: expect.stringMatching(/Z$/) }),
      {
        course_id: course.id,
        title: 'Lamplighting',
        archived: true,
        deleted_date: expect.stringMatching(/Z$/),
        purged_date: null,
        students: 1,
        lessons: 3,
      },
    ])
  })

  test('bring an archived course back once, and nobody’s count changes', async () => {
    await archive()
    const statuses = (await Promise.all(Array.from({ length: 3 }, restore))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 404, 404])
    expect(await getTrash()).toEqual([])
    expect(isIn(await t.call('getCourses', { page: 1 }))).toBe(true)
    expect(at(await t.db.select().from(users).where(eq(users.id, buyer.id))).courseJoined).toBe(1)
    expect(await t.findLogMessages(admin.id)).toContain('Restored the course “Lamplighting”, with 1 student')
  })
})

test('the cleanup never removes an archived course', async () => {
  await archive()
  await t.db
    .update(courses)
    .set({ archivedAt: sql`now() - interval '3 years'` })
    .where(eq(courses.id, course.id))
  const files = new FolderStore(getUploadsFolder(t.dataDir))
  await runCleanup({ db: t.db, pictures: new Pictures(files), files, outboxFolder: getOutboxFolder(t) })
  expect(await t.db.$count(courses, eq(courses.id, course.id))).toBe(1)
  expect(isIn(await t.call('getEnrolledCourses', { page: 1 }, buyer.cookie))).toBe(true)
})

test('a course that is ordered while it is deleted is archived, or cannot be ordered', async () => {
  for (let round = 0; round < 5; round++) {
    const contested = await t.make.course({ priceCents: 6000 })
    const [removed, ordered] = await Promise.all([
      t.call('deleteCourse', { course_id: contested.id }, admin.cookie),
      t.call('createOrder', { course_id: contested.id }, visitor.cookie),
    ])
    expect(removed.status).toBe(200)
    expect([200, 404]).toContain(ordered.status)
    const [row] = await t.db.select().from(courses).where(eq(courses.id, contested.id))
    expect([row?.archivedAt !== null, row?.deletedAt !== null]).toEqual(
      ordered.status === 200 ? [true, false] : [false, true],
    )
  }
})

test('deleting an account keeps its orders without the user, and removes the rest', async () => {
  expect((await t.call('deleteUser', { user_id: buyer.id }, admin.cookie)).status).toBe(200)
  const [kept] = await t.db.select().from(orders).where(eq(orders.id, order.id))
  expect(kept).toMatchObject({ userId: null, number: order.number, buyerName: 'Ada Lovelace', totalCents: 1000 })
  for (const table of ['enrollments', 'entitlements', 'sessions']) {
    const { rows } = await t.db.execute(sql`select 1 from ${sql.identifier(table)} where user_id = ${buyer.id}`)
    expect([table, rows.length]).toEqual([table, 0])
  }
})
