import { and, eq, inArray, sql } from 'drizzle-orm'
import type { LessonInput } from '#contract/schemas/course-form.ts'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, lessons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { notifyNewLessons, pushUnreadCounts } from '#server/features/notifications/notify-new-lessons.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { toCourseValues, getUploadedFileUrls, rejectOwnPages } from './course-values.ts'
import { toLessonValues } from '#server/features/lessons/lesson-values.ts'

export const updateCourse: Handler<'updateCourse'> = async ({ db, user, settings, live, lessonFiles }, input) => {
  rejectOwnPages(input.materials, settings.publicUrl)
  const notifiedUserIds = await db.transaction(async (tx) => {
    const [course] = await tx
      .select({ id: courses.id, version: courses.version, isPublic: courses.isPublic })
      .from(courses)
      .where(eq(courses.id, input.course_id))
      .for('update')
    if (!course) throw new AppError('course_not_found')
    if (input.version !== undefined && input.version !== course.version) throw new AppError('changed_meanwhile')
    // Before any lesson is touched: a tick locks its enrollment first, too, and then the lesson.
    await tx
      .select({ id: enrollments.id })
      .from(enrollments)
      .where(eq(enrollments.courseId, course.id))
      .orderBy(enrollments.id)
      .for('update')
    await tx
      .update(courses)
      .set({ ...toCourseValues(input), version: course.version + 1 })
      .where(eq(courses.id, course.id))
    await lessonFiles.markInUse(await findNewFiles(tx, course.id, input.materials))
    const added = await saveLessons(tx, course.id, input.materials)
    await recalculateCompletions(tx, course.id, input.materials.length)
    await writeLog(tx, {
      kind: 'course',
      message: `Changed the course “${input.title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    const isPublic = input.public ?? course.isPublic
    return added > 0 && isPublic ? notifyNewLessons(tx, { id: course.id, title: input.title }) : []
  })
  await pushUnreadCounts(db, live, notifiedUserIds)
  return { msg: { id: input.course_id, msg: 'The course is saved' } }
}

/** Files that no lesson of the course names yet: of the others it is not asked whether they are still there. */
async function findNewFiles(tx: Tx, courseId: number, materials: readonly LessonInput[]): Promise<string[]> {
  const existingLessons = await tx
    .select({ url: lessons.url, captions: lessons.captionsUrl })
    .from(lessons)
    .where(eq(lessons.courseId, courseId))
  const knownUrls = new Set(getUploadedFileUrls(existingLessons))
  return getUploadedFileUrls(materials).filter((url) => !knownUrls.has(url))
}

/** Brings the course's lessons into the form's state; gives how many are new. Another course's lesson is refused. */
async function saveLessons(tx: Tx, courseId: number, materials: readonly LessonInput[]): Promise<number> {
  const existingLessons = await tx.select({ id: lessons.id }).from(lessons).where(eq(lessons.courseId, courseId))
  const submittedIds = materials.flatMap(({ id }) => (id ? [id] : []))
  const existingIds = new Set(existingLessons.map(({ id }) => id))
  if (new Set(submittedIds).size < submittedIds.length || !submittedIds.every((id) => existingIds.has(id)))
    throw new AppError('lesson_not_found')
  const removedIds = existingLessons.map(({ id }) => id).filter((id) => !submittedIds.includes(id))
  if (removedIds.length > 0)
    await tx.delete(lessons).where(and(eq(lessons.courseId, courseId), inArray(lessons.id, removedIds)))
  let added = 0
  for (const [place, material] of materials.entries()) {
    const values = { place, ...toLessonValues(material) }
    if (material.id) {
      await tx.update(lessons).set(values).where(eq(lessons.id, material.id))
    } else {
      await tx.insert(lessons).values({ courseId, ...values })
      added++
    }
  }
  return added
}

/** What each student has completed of the lessons that are there now. */
async function recalculateCompletions(tx: Tx, courseId: number, lessonsCount: number): Promise<void> {
  await tx.execute(sql`
    update enrollments set
      completed_lessons = done.count,
      completed_at = case when done.count = ${lessonsCount} and ${lessonsCount} > 0 then coalesce(completed_at, now()) end
    from (
      select e.id, count(p.lesson_id)::int as count
      from enrollments e
      left join lessons l on l.course_id = e.course_id
      left join lesson_progress p on p.lesson_id = l.id and p.user_id = e.user_id and p.completed_at is not null
      where e.course_id = ${courseId}
      group by e.id
    ) as done
    where done.id = enrollments.id
      and (enrollments.completed_lessons <> done.count or (completed_at is not null) <> (done.count = ${lessonsCount} and ${lessonsCount} > 0))
  `)
}
