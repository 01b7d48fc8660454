import { courses } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { getPictureNames } from '#server/features/lessons/find-lesson-pictures.ts'
import { createMissingFileError } from '#server/features/lessons/lesson-files.ts'
import { sanitizeLessons } from '#server/features/lessons/lesson-values.ts'
import { replaceLessons } from '#server/features/lessons/save-lessons.ts'
import { addSections } from '#server/features/lessons/save-sections.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { toCourseValues, getUploadedFileUrls, rejectOwnPages, rejectPublishingWithoutLessons } from './course-values.ts'
import { readCourseState } from './read-course-state.ts'
import { savePrerequisites } from './save-prerequisites.ts'

export const addCourse: Handler<'addCourse'> = async ({ db, user, from, settings, lessonFiles, pictures }, input) => {
  rejectPublishingWithoutLessons(input)
  rejectOwnPages(input.materials, settings.publicUrl)
  const missingUrls = await lessonFiles.markInUse(getUploadedFileUrls(input.materials))
  if (missingUrls.length > 0) throw createMissingFileError()
  const materials = await sanitizeLessons(input.materials)
  await pictures.requireStored(getPictureNames(materials))
  const added = await db.transaction(async (tx) => {
    const [course] = await tx
      .insert(courses)
      .values(toCourseValues(input))
      .returning({ id: courses.id, version: courses.version })
    if (!course) throw new Error('The insert returned no course')
    const sectionIds = await addSections(tx, course.id, input.sections ?? [])
    const lessonIds = await replaceLessons(tx, { courseId: course.id, stored: [], sectionIds }, materials)
    await savePrerequisites(tx, course.id, input.prerequisites)
    await writeLog(tx, {
      kind: 'course',
      message: `Added the course “${input.title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'course', id: course.id, name: input.title } as const
    const after = await readCourseState(tx, course.id)
    await writeAudit(tx, { actor: user, from, action: 'course.add', subject, after })
    return { ...course, lesson_ids: lessonIds, section_ids: sectionIds }
  })
  return { msg: { ...added, msg: 'The course was added' } }
}
