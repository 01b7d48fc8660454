import { courses, lessons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { toCourseValues, getUploadedFileUrls, rejectOwnPages } from './course-values.ts'
import { toLessonValues } from '#server/features/lessons/lesson-values.ts'

export const addCourse: Handler<'addCourse'> = async ({ db, user, settings, lessonFiles }, input) => {
  rejectOwnPages(input.materials, settings.publicUrl)
  await lessonFiles.markInUse(getUploadedFileUrls(input.materials))
  const id = await db.transaction(async (tx) => {
    const [course] = await tx.insert(courses).values(toCourseValues(input)).returning({ id: courses.id })
    if (!course) throw new Error('The course was not added')
    if (input.materials.length > 0) {
      await tx
        .insert(lessons)
        .values(input.materials.map((material, place) => ({ courseId: course.id, place, ...toLessonValues(material) })))
    }
    await writeLog(tx, {
      kind: 'course',
      message: `Added the course “${input.title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    return course.id
  })
  return { msg: { id, msg: 'The course is added' } }
}
