import { courses } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { createMissingFileError } from '#server/features/lessons/lesson-files.ts'
import { addLessons } from '#server/features/lessons/save-lessons.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { toCourseValues, getUploadedFileUrls, rejectOwnPages, rejectPublishingWithoutLessons } from './course-values.ts'

export const addCourse: Handler<'addCourse'> = async ({ db, user, settings, lessonFiles }, input) => {
  rejectPublishingWithoutLessons(input)
  rejectOwnPages(input.materials, settings.publicUrl)
  const missingUrls = await lessonFiles.markInUse(getUploadedFileUrls(input.materials))
  if (missingUrls.length > 0) throw createMissingFileError()
  const added = await db.transaction(async (tx) => {
    const [course] = await tx
      .insert(courses)
      .values(toCourseValues(input))
      .returning({ id: courses.id, version: courses.version })
    if (!course) throw new Error('The insert returned no course')
    const lessonIds = await addLessons(tx, course.id, input.materials)
    await writeLog(tx, {
      kind: 'course',
      message: `Added the course “${input.title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    return { ...course, lesson_ids: lessonIds, section_ids: [] }
  })
  return { msg: { ...added, msg: 'The course was added' } }
}
