import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

/** The copy shares picture and files with the original: cleanup removes a file only when no record names it. */
export const duplicateCourse: Handler<'duplicateCourse'> = async ({ db, user, from }, { course_id }) => {
  const id = await db.transaction(async (tx) => {
    // Blocks writers until the lessons are read, so that course and lessons are of the same save.
    const [course] = await tx
      .select()
      .from(courses)
      .where(and(eq(courses.id, course_id), isLive))
      .for('share')
    if (!course) throw new AppError('course_not_found')
    const { description, priceCents, discount, category, imageUrl, tabs, lessonsCount, details, lessonOrder } = course
    const [copy] = await tx
      .insert(courses)
      .values({
        ...{ description, priceCents, discount, category, imageUrl, tabs, lessonsCount, details, lessonOrder },
        title: toCopyTitle(course.title),
        isPublic: false,
      })
      .returning({ id: courses.id })
    if (!copy) throw new Error('The insert returned no course')
    await copyContent(tx, course_id, copy.id)
    await writeLog(tx, {
      kind: 'course',
      message: `Duplicated the course “${course.title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'course', id: course_id, name: course.title } as const
    await writeAudit(tx, { actor: user, from, action: 'course.duplicate', subject, after: { copy: copy.id } })
    return copy.id
  })
  return { msg: { id, msg: 'The course was duplicated as a draft' } }
}

/** Three statements, without reading the content. A section's copy is found by its place. */
async function copyContent(tx: Tx, courseId: number, copyId: number): Promise<void> {
  await tx.execute(sql`
    insert into sections (course_id, place, title, opens_after_days, opens_at)
    select ${copyId}, place, title, opens_after_days, opens_at from sections where course_id = ${courseId}
  `)
  await tx.execute(sql`
    insert into lessons (
      course_id, place, section_id, kind, title, subtitle, url, content, file_name, quiz, submission_form, completion,
      watch_percent, duration_seconds, captions_url, is_preview
    )
    select ${copyId}, l.place, copy.id, l.kind, l.title, l.subtitle, l.url, l.content, l.file_name, l.quiz,
      l.submission_form, l.completion, l.watch_percent, l.duration_seconds, l.captions_url, l.is_preview
    from lessons l
    left join sections s on s.id = l.section_id
    left join sections copy on copy.course_id = ${copyId} and copy.place = s.place
    where l.course_id = ${courseId}
    order by l.place
  `)
  await tx.execute(sql`
    insert into prerequisites (course_id, required_course_id, is_blocking)
    select ${copyId}, required_course_id, is_blocking from prerequisites where course_id = ${courseId}
  `)
}

/** Cut to the length limit, but never inside a surrogate pair. */
const toCopyTitle = (title: string) =>
  `Copy of ${title}`
    .slice(0, LIMITS.title)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
