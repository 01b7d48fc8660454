import { and, asc, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { courses, lessons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

/** The copy shares picture and files with the original: cleanup removes a file only when no record names it. */
export const duplicateCourse: Handler<'duplicateCourse'> = async ({ db, user }, { course_id }) => {
  const id = await db.transaction(async (tx) => {
    // Blocks writers until the lessons are read, so that course and lessons are of the same save.
    const [course] = await tx
      .select()
      .from(courses)
      .where(and(eq(courses.id, course_id), isLive))
      .for('share')
    if (!course) throw new AppError('course_not_found')
    const { description, priceCents, discount, category, imageUrl, tabs, lessonsCount } = course
    const [copy] = await tx
      .insert(courses)
      .values({
        title: toCopyTitle(course.title),
        description,
        priceCents,
        discount,
        category,
        imageUrl,
        tabs,
        lessonsCount,
        isPublic: false,
      })
      .returning({ id: courses.id })
    if (!copy) throw new Error('The insert returned no course')
    const originalLessons = await tx
      .select()
      .from(lessons)
      .where(eq(lessons.courseId, course_id))
      .orderBy(asc(lessons.place))
    const copies = originalLessons.map(({ place, title, subtitle, url, durationSeconds, captionsUrl, isPreview }) => ({
      courseId: copy.id,
      ...{ place, title, subtitle, url, durationSeconds, captionsUrl, isPreview },
    }))
    if (copies.length > 0) await tx.insert(lessons).values(copies)
    await writeLog(tx, {
      kind: 'course',
      message: `Duplicated the course “${course.title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    return copy.id
  })
  return { msg: { id, msg: 'The course was duplicated as a draft' } }
}

/** Cut to the length limit, but never inside a surrogate pair. */
const toCopyTitle = (title: string) =>
  `Copy of ${title}`
    .slice(0, LIMITS.title)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
