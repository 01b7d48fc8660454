import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { LockReason } from '#contract/choices.ts'
import type { AppError } from '#contract/errors.ts'
import {
  courses,
  enrollments,
  learningPaths,
  lessonProgress,
  lessons,
  pathCourses,
  pathStudents,
  prerequisites,
  sections,
} from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { findLessonLocks, type LessonUser, requireOpenLesson } from './lesson-access.ts'
import { hasUnfinishedPrerequisite } from './required-courses.ts'

const t = useTestApp()
const DAY_MS = 24 * 3_600_000
let student: NonNullable<LessonUser>
let course: Awaited<ReturnType<typeof t.make.course>>
beforeEach(async () => {
  const user = await t.make.user()
  student = { student_id: user.id, role: 'student' }
  course = await t.make.course()
  await t.make.enrollment(user.id, course.id)
})

const isOwn = () => and(eq(enrollments.userId, student.student_id), eq(enrollments.courseId, course.id))
const setEnrollment = (values: Partial<typeof enrollments.$inferInsert>) =>
  t.db.update(enrollments).set(values).where(isOwn())
const setCourse = (values: Partial<typeof courses.$inferInsert>, id = course.id) =>
  t.db.update(courses).set(values).where(eq(courses.id, id))
const complete = (index: number) =>
  t.db
    .insert(lessonProgress)
    .values({ userId: student.student_id, lessonId: at(course.lessons, index).id, completedAt: new Date() })

/** The reason of each lesson, in order; '' for an open one. Checks that both functions agree. */
async function readReasons(user: LessonUser = student): Promise<string[]> {
  const locks = await findLessonLocks(t.db, user, course.id)
  const reasons = course.lessons.map(({ id }) => locks.get(id)?.reason ?? '')
  const required = await Promise.all(
    course.lessons.map(({ id }) =>
      requireOpenLesson(t.db, user, id).then(
        () => '',
        (error: AppError) => (error.fields as { locked_reason?: LockReason } | undefined)?.locked_reason ?? error.code,
      ),
    ),
  )
  expect(required).toEqual(reasons)
  return reasons
}

const OPEN = ['', '', '']
const all = (reason: LockReason) => [reason, reason, reason]

describe('not enrolled', () => {
  test('a visitor and a student without access open previews only, an admin opens everything', async () => {
    const [, preview] = course.lessons
    await t.db
      .update(lessons)
      .set({ isPreview: true })
      .where(eq(lessons.id, preview?.id ?? 0))
    expect(await readReasons(null)).toEqual(['not_enrolled', '', 'not_enrolled'])
    expect(await readReasons()).toEqual(OPEN)
    await setEnrollment({ accessUntil: '-infinity' })
    expect(await readReasons()).toEqual(['not_enrolled', '', 'not_enrolled'])
    expect(await readReasons({ ...student, role: 'admin' })).toEqual(OPEN)
  })

  test('a draft, an archived and a deleted course have no lessons, except for who has access and admins', async () => {
    const read = (user: LessonUser) =>
      requireOpenLesson(t.db, user, at(course.lessons).id).then(
        () => 'open',
        (error: AppError) => error.code,
      )
    const admin = { ...student, role: 'admin' } as const
    for (const values of [{ isPublic: false }, { isPublic: true, archivedAt: new Date() }]) {
      await setCourse(values)
      expect([await read(null), await read(student), await read(admin)]).toEqual(['lesson_not_found', 'open', 'open'])
    }
    await setCourse({ deletedAt: new Date() })
    expect([await read(student), await read(admin)]).toEqual(['lesson_not_found', 'lesson_not_found'])
  })
})

describe('prerequisites', () => {
  let required: typeof course
  beforeEach(async () => {
    required = await t.make.course()
    await t.db.insert(prerequisites).values({ courseId: course.id, requiredCourseId: required.id })
  })
  const finish = async (courseId: number) => {
    await t.make.enrollment(student.student_id, courseId)
    await t.db
      .update(enrollments)
      .set({ completedAt: new Date() })
      .where(and(eq(enrollments.userId, student.student_id), eq(enrollments.courseId, courseId)))
  }

  test('lock until the required course is finished', async () => {
    expect(await readReasons()).toEqual(all('prerequisites'))
    await finish(required.id)
    expect(await readReasons()).toEqual(OPEN)
  })

  test('do not lock as advice, after a waiver, or a course that was finished before', async () => {
    await t.db.update(prerequisites).set({ isBlocking: false }).where(eq(prerequisites.courseId, course.id))
    expect(await readReasons()).toEqual(OPEN)
    await t.db.update(prerequisites).set({ isBlocking: true }).where(eq(prerequisites.courseId, course.id))
    await setEnrollment({ completedAt: new Date() })
    expect(await readReasons()).toEqual(OPEN)
    await setEnrollment({ completedAt: null, prerequisitesWaived: 'Knows it already' })
    expect(await readReasons()).toEqual(OPEN)
  })

  test('do not lock when nobody could finish the required course', async () => {
    for (const values of [{ isPublic: false }, { archivedAt: new Date() }, { deletedAt: new Date() }]) {
      await setCourse({ isPublic: true, archivedAt: null, deletedAt: null, ...values }, required.id)
      expect(await readReasons()).toEqual(OPEN)
    }
    // Who has access to a draft can finish it.
    await setCourse({ isPublic: false, archivedAt: null, deletedAt: null }, required.id)
    await t.make.enrollment(student.student_id, required.id)
    expect(await readReasons()).toEqual(all('prerequisites'))
  })

  async function addOrderedPath(courseIds: number[]): Promise<number> {
    const [path] = await t.db
      .insert(learningPaths)
      .values({ title: 'A path', goal: 'Know it', isOrdered: true, isPublic: true })
      .returning()
    const pathId = path?.id ?? 0
    await t.db.insert(pathCourses).values(courseIds.map((courseId, place) => ({ pathId, courseId, place })))
    return pathId
  }
  const join = (pathId: number) => t.db.insert(pathStudents).values({ pathId, userId: student.student_id })

  test('include the courses before this one in an ordered path that the student has joined', async () => {
    await finish(required.id)
    const [before, after] = [await t.make.course(), await t.make.course()]
    const pathId = await addOrderedPath([before.id, course.id, after.id])
    expect(await readReasons()).toEqual(OPEN)
    await join(pathId)
    expect(await readReasons()).toEqual(all('prerequisites'))
    await t.db.update(learningPaths).set({ isOrdered: false }).where(eq(learningPaths.id, pathId))
    expect(await readReasons()).toEqual(OPEN)
    await t.db.update(learningPaths).set({ isOrdered: true }).where(eq(learningPaths.id, pathId))
    await finish(before.id)
    expect(await readReasons()).toEqual(OPEN)
  })

  test('do not close two courses for each other where an order contradicts prerequisites or another order', async () => {
    await finish(required.id)
    const [middle, before, other] = [await t.make.course(), await t.make.course(), await t.make.course()]
    await t.db.insert(prerequisites).values([
      { courseId: before.id, requiredCourseId: middle.id, isBlocking: true },
      { courseId: middle.id, requiredCourseId: course.id, isBlocking: true },
    ])
    await join(await addOrderedPath([before.id, course.id]))
    expect(await readReasons()).toEqual(OPEN)
    await join(await addOrderedPath([other.id, course.id]))
    expect(await readReasons()).toEqual(all('prerequisites'))
    await join(await addOrderedPath([course.id, other.id]))
    expect(await readReasons()).toEqual(OPEN)
  })

  describe('of three courses', () => {
    let [a, b, c] = [0, 0, 0]
    beforeEach(async () => {
      ;[a, b, c] = [(await t.make.course()).id, (await t.make.course()).id, (await t.make.course()).id]
    })
    const joinPaths = async (...paths: number[][]) => {
      for (const ids of paths) await join(await addOrderedPath(ids))
    }
    const findOpen = async () => {
      const isOpen = sql`not ${hasUnfinishedPrerequisite(student.student_id, courses.id)}`
      const rows = await t.db
        .select({ id: courses.id })
        .from(courses)
        .where(and(inArray(courses.id, [a, b, c]), isOpen))
        .orderBy(courses.id)
      return rows.map(({ id }) => id)
    }

    test('do not close all where the first of a path requires the last', async () => {
      await t.db.insert(prerequisites).values({ courseId: a, requiredCourseId: c })
      await joinPaths([a, b, c])
      expect(await findOpen()).toEqual([b])
      await finish(b)
      expect(await findOpen()).toEqual([b, c])
      await finish(c)
      expect(await findOpen()).toEqual([a, b, c])
    })

    test('do not close all where two paths contradict a prerequisite', async () => {
      await t.db.insert(prerequisites).values({ courseId: a, requiredCourseId: c })
      await joinPaths([a, b], [b, c])
      expect(await findOpen()).toEqual([b, c])
      await finish(c)
      expect(await findOpen()).toEqual([a, b, c])
    })

    test('do not close all where three paths contradict each other', async () => {
      await joinPaths([a, b], [b, c])
      expect(await findOpen()).toEqual([a])
      await joinPaths([c, a])
      expect(await findOpen()).toEqual([a, b, c])
    })
  })
})

test('a section opens on its date and so many days after the enrollment, the later of both', async () => {
  const setSection = async (values: Partial<typeof sections.$inferInsert>) => {
    const [section] = await t.db
      .insert(sections)
      .values({ courseId: course.id, place: 0, title: 'Later', ...values })
      .returning()
    await t.db
      .update(lessons)
      .set({ sectionId: section?.id ?? null })
      .where(eq(lessons.id, at(course.lessons, 1).id))
    return section
  }
  const [past, soon] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS)]
  await setSection({})
  expect(await readReasons()).toEqual(OPEN)
  await setSection({ opensAt: past })
  expect(await readReasons()).toEqual(OPEN)
  await setSection({ opensAt: soon })
  expect(await readReasons()).toEqual(['', 'opens_later', ''])
  const locks = await findLessonLocks(t.db, student, course.id)
  expect(locks.get(at(course.lessons, 1).id)).toEqual({ reason: 'opens_later', opensAt: soon })
  expect(locks.get(at(course.lessons).id)).toBeNull()

  const enrolledAt = new Date(Date.now() - 7 * DAY_MS + 60_000)
  await setEnrollment({ createdAt: enrolledAt })
  await setSection({ opensAfterDays: 7, opensAt: past })
  expect(await readReasons()).toEqual(['', 'opens_later', ''])
  await expect(requireOpenLesson(t.db, student, at(course.lessons, 1).id)).rejects.toMatchObject({
    code: 'lesson_locked',
    fields: { locked_reason: 'opens_later', opens_date: new Date(enrolledAt.getTime() + 7 * DAY_MS).toISOString() },
  })
  await setSection({ opensAfterDays: 6 })
  expect(await readReasons()).toEqual(OPEN)
  await setSection({ opensAfterDays: 6, opensAt: soon })
  expect(await readReasons()).toEqual(['', 'opens_later', ''])
})

test('in order, a lesson opens when all before it are completed, and what is completed stays open', async () => {
  await setCourse({ lessonOrder: 'in_order' })
  expect(await readReasons()).toEqual(['', 'in_order', 'in_order'])
  await complete(2)
  expect(await readReasons()).toEqual(['', 'in_order', ''])
  await complete(0)
  expect(await readReasons()).toEqual(OPEN)
})

test('a completed lesson stays open when its section moves or a prerequisite is added, but not without access', async () => {
  await complete(1)
  const opensAt = new Date(Date.now() + DAY_MS)
  const [section] = await t.db
    .insert(sections)
    .values({ courseId: course.id, place: 0, title: 'Later', opensAt })
    .returning()
  await t.db
    .update(lessons)
    .set({ sectionId: section?.id ?? null })
    .where(eq(lessons.courseId, course.id))
  expect(await readReasons()).toEqual(['opens_later', '', 'opens_later'])
  const required = await t.make.course()
  await t.db.insert(prerequisites).values({ courseId: course.id, requiredCourseId: required.id })
  expect(await readReasons()).toEqual(['prerequisites', '', 'prerequisites'])
  await setEnrollment({ accessUntil: '-infinity' })
  expect(await readReasons()).toEqual(all('not_enrolled'))
})

test('the reason that lasts longest is told', async () => {
  const required = await t.make.course()
  await t.db.insert(prerequisites).values({ courseId: course.id, requiredCourseId: required.id })
  await setCourse({ lessonOrder: 'in_order' })
  await setEnrollment({ accessUntil: '-infinity' })
  expect(await readReasons()).toEqual(all('not_enrolled'))
  await setEnrollment({ accessUntil: 'infinity' })
  expect(await readReasons()).toEqual(all('prerequisites'))
})
