import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses, enrollments, learningPaths, pathCourses, pathStudents } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { finishPaths } from './finish-paths.ts'

const t = useTestApp()

/** A path of this many courses, and a student who has joined it and all of its courses. */
async function startPath(size: number) {
  const student = await t.make.signedIn()
  const [path] = await t.db
    .insert(learningPaths)
    .values({ title: 'Web developer', goal: 'Build websites', isPublic: true })
    .returning()
  if (!path) throw new Error('The path was not created')
  const courseIds: number[] = []
  for (let place = 0; place < size; place++) {
    const { id } = await t.make.course()
    courseIds.push(id)
    await t.make.enrollment(student.id, id)
    await t.db.insert(pathCourses).values({ pathId: path.id, courseId: id, place })
  }
  await t.db.insert(pathStudents).values({ pathId: path.id, userId: student.id })
  return { userId: student.id, pathId: path.id, courseIds }
}

const finishCourse = (userId: number, courseId: number) =>
  t.db.transaction(async (tx) => {
    await tx
      .update(enrollments)
      .set({ completedAt: new Date() })
      .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId)))
    await finishPaths(tx, userId, courseId)
  })

async function isFinished(userId: number, pathId: number): Promise<boolean> {
  const [row] = await t.db
    .select()
    .from(pathStudents)
    .where(and(eq(pathStudents.userId, userId), eq(pathStudents.pathId, pathId)))
  return row?.finishedAt instanceof Date
}

test('a path is finished with its last course, and not before', async () => {
  const { userId, pathId, courseIds } = await startPath(2)
  const [first = 0, last = 0] = courseIds
  await finishCourse(userId, first)
  expect(await isFinished(userId, pathId)).toBe(false)
  await finishCourse(userId, last)
  expect(await isFinished(userId, pathId)).toBe(true)
})

test('the last two courses finished at once finish the path', async () => {
  for (let round = 0; round < 5; round++) {
    const { userId, pathId, courseIds } = await startPath(2)
    await Promise.all(courseIds.map((courseId) => finishCourse(userId, courseId)))
    expect(await isFinished(userId, pathId)).toBe(true)
  }
})

test('drafts, archived and deleted courses do not block a path', async () => {
  const { userId, pathId, courseIds } = await startPath(4)
  const [first = 0, draft = 0, archived = 0, deleted = 0] = courseIds
  await t.db.update(courses).set({ isPublic: false }).where(eq(courses.id, draft))
  await t.db.update(courses).set({ archivedAt: new Date() }).where(eq(courses.id, archived))
  await t.db.update(courses).set({ deletedAt: new Date() }).where(eq(courses.id, deleted))
  await finishCourse(userId, first)
  expect(await isFinished(userId, pathId)).toBe(true)
})

test('a course whose access was revoked does not count', async () => {
  const { userId, pathId, courseIds } = await startPath(2)
  const [revoked = 0, last = 0] = courseIds
  await finishCourse(userId, revoked)
  await t.db.update(enrollments).set({ accessUntil: '-infinity' }).where(eq(enrollments.courseId, revoked))
  await finishCourse(userId, last)
  expect(await isFinished(userId, pathId)).toBe(false)
})

test('a deleted path is not finished', async () => {
  const { userId, pathId, courseIds } = await startPath(1)
  await t.db.update(learningPaths).set({ deletedAt: new Date() }).where(eq(learningPaths.id, pathId))
  for (const courseId of courseIds) await finishCourse(userId, courseId)
  expect(await isFinished(userId, pathId)).toBe(false)
})
