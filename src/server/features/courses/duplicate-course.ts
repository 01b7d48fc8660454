import { asc, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { courses, lessons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

/** The copy names the same picture and files: those go only once nothing names them any more. */
export const duplicateCourse: Handler<'duplicateCourse'> = async ({ db, user }, { course_id }) => {
  const id = await db.transaction(async (tx) => {
    // Shared with readers and not with writers, so that course and lessons are of one save.
    const [course] = await tx.select().from(courses).where(eq(courses.id, course_id)).for('share')
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
    if (!copy) throw new Error('The course was not copied')
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
  return { msg: { id, msg: 'The copy is a draft' } }
}

/** Cut where the title would be too long, but never inside of a character. */
const toCopyTitle = (title: string) =>
  `Copy of ${title}`
    .slice(0, LIMITS.title)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
