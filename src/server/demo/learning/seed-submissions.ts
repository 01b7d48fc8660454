import { and, asc, desc, eq, lt } from 'drizzle-orm'
import { hasAccess } from '#server/features/access/has-access.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { enrollments, lessonProgress, lessons, submissions } from '#server/platform/db/schema.ts'
import { daysAgo } from '#server/demo/days-ago.ts'
import type { DemoAssignment } from '#server/demo/demo-academy.ts'

const HOUR_MS = 3_600_000

/** Accepted work of who has completed the assignment, and the open work of others. */
export async function seedSubmissions(tx: Tx, demo: DemoAssignment, firstStudentId: number): Promise<void> {
  const [lesson] = await tx
    .select({ id: lessons.id, courseId: lessons.courseId })
    .from(lessons)
    .where(and(eq(lessons.title, demo.title), eq(lessons.kind, 'assignment')))
  if (!lesson) throw new Error(`The demo assignment “${demo.title}” was not added`)
  const lessonId = lesson.id
  const finished = await tx
    .select({ userId: lessonProgress.userId, at: lessonProgress.completedAt, enrolledAt: enrollments.createdAt })
    .from(lessonProgress)
    .innerJoin(
      enrollments,
      and(eq(enrollments.userId, lessonProgress.userId), eq(enrollments.courseId, lesson.courseId)),
    )
    .where(eq(lessonProgress.lessonId, lessonId))
    .orderBy(asc(lessonProgress.completedAt))
  const accepted = finished.flatMap(({ userId, at, enrolledAt }, index) => {
    const work = demo.works[index % demo.works.length]
    if (!work || !at) return []
    const submittedAt = new Date(Math.max(enrolledAt.getTime(), at.getTime() - (5 + (index % 7) * 6) * HOUR_MS))
    return [{ ...{ userId, lessonId, ...work, submittedAt, gradedAt: at }, status: 'accepted' as const }]
  })
  const busy = finished.map(({ userId }) => userId)
  const open = await findOthers(tx, lesson.courseId, busy, firstStudentId, demo.openWorks.length)
  const others = demo.openWorks.flatMap(({ text, feedback }, index) => {
    const userId = open[index]
    if (userId === undefined) return []
    const submittedAt = daysAgo(3.4 - index * 1.3)
    const isGraded = feedback !== undefined
    const status: 'waiting' | 'returned' = isGraded ? 'returned' : 'waiting'
    const gradedAt = isGraded ? daysAgo(2.6) : null
    return [{ ...{ userId, lessonId, text, submittedAt }, status, gradedAt, feedback: feedback ?? '' }]
  })
  for (const values of [...accepted, ...others]) await tx.insert(submissions).values(values)
}

/** The first student, and those who are furthest. */
async function findOthers(tx: Tx, courseId: number, busy: readonly number[], firstStudentId: number, count: number) {
  const rows = await tx
    .select({ userId: enrollments.userId })
    .from(enrollments)
    .where(and(eq(enrollments.courseId, courseId), hasAccess, lt(enrollments.createdAt, daysAgo(5))))
    .orderBy(desc(enrollments.completedLessons), asc(enrollments.id))
  const ids = rows.map(({ userId }) => userId).filter((id) => !busy.includes(id) && id !== firstStudentId)
  return [...(busy.includes(firstStudentId) ? [] : [firstStudentId]), ...ids].slice(0, count)
}
