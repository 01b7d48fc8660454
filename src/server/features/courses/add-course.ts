import { courses, lessons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { courseValues, filesOf, refuseOwnPages } from './course-values.ts'
import { lessonValues } from '#server/features/lessons/lesson-values.ts'

export const addCourse: Handler<'addCourse'> = async ({ db, user, settings, lessonFiles }, input) => {
  refuseOwnPages(input.materials, settings.publicUrl)
  await lessonFiles.hold(filesOf(input.materials))
  const id = await db.transaction(async (tx) => {
    const [course] = await tx.insert(courses).values(courseValues(input)).returning({ id: courses.id })
    if (!course) throw new Error('The course was not added')
    if (input.materials.length > 0) {
      await tx
        .insert(lessons)
        .values(input.materials.map((material, place) => ({ courseId: course.id, place, ...lessonValues(material) })))
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
