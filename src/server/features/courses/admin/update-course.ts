import { and, eq, sql } from 'drizzle-orm'
import type { ParsedInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, lessons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { createMissingFileError } from '#server/features/lessons/lesson-files.ts'
import { findLessonPictures, getPictureNames } from '#server/features/lessons/find-lesson-pictures.ts'
import { sanitizeLessons, storedLessonColumns } from '#server/features/lessons/lesson-values.ts'
import { replaceLessons } from '#server/features/lessons/save-lessons.ts'
import { replaceSections } from '#server/features/lessons/save-sections.ts'
import { notifyNewLessons, pushUnreadCounts } from '#server/features/notifications/notify-new-lessons.ts'
import { recountCourse } from '#server/features/progress/recount-course.ts'
import { lockPrerequisites } from '#server/features/progress/reject-prerequisite-cycle.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { toCourseValues, getUploadedFileUrls, rejectOwnPages, rejectPublishingWithoutLessons } from './course-values.ts'
import { readCourseState } from './read-course-state.ts'
import { savePrerequisites } from './save-prerequisites.ts'

export const updateCourse: Handler<'updateCourse'> = async (
  { db, user, from, settings, live, lessonFiles, pictures },
  input,
) => {
  rejectPublishingWithoutLessons(input)
  rejectOwnPages(input.materials, settings.publicUrl)
  const markedUrls = await markNewFiles(db, lessonFiles, input)
  const materials = await sanitizeLessons(input.materials)
  await requireNewPictures(db, pictures, { courseId: input.course_id, names: getPictureNames(materials) })
  const { notifiedUserIds, previousUrls, droppedPictures, ...saved } = await db.transaction(async (tx) => {
    if (input.prerequisites) await lockPrerequisites(tx)
    const course = await lockCourse(tx, input.course_id)
    if (input.version !== undefined && input.version !== course.version) throw new AppError('changed_meanwhile')
    const version = course.version + 1
    const before = await readCourseState(tx, course.id)
    await tx
      .update(courses)
      .set({ ...toCourseValues(input), version, updatedAt: sql`now()` })
      .where(eq(courses.id, course.id))
    const stored = await tx.select(storedLessonColumns).from(lessons).where(eq(lessons.courseId, course.id))
    rejectMissingFiles(getUploadedFileUrls(materials), markedUrls, stored)
    const previousPictures = await findLessonPictures(tx, course.id)
    const sectionIds = await replaceSections(tx, course.id, input.sections)
    const savedIds = await replaceLessons(tx, { courseId: course.id, stored, sectionIds }, materials)
    const keptPictures = new Set(previousPictures.length > 0 ? await findLessonPictures(tx, course.id) : [])
    await savePrerequisites(tx, course.id, input.prerequisites)
    await recountCourse(tx, course.id)
    await writeLog(tx, {
      kind: 'course',
      message: `Changed the course “${input.title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'course', id: course.id, name: input.title } as const
    const after = await readCourseState(tx, course.id)
    await writeAudit(tx, { actor: user, from, action: 'course.change', subject, before, after })
    const hasNewLessons = materials.some(({ id }) => !id)
    const shouldNotify = hasNewLessons && (input.public ?? course.isPublic)
    return {
      version,
      lesson_ids: savedIds,
      section_ids: sectionIds,
      previousUrls: getUploadedFileUrls(stored),
      droppedPictures: previousPictures.filter((name) => !keptPictures.has(name)),
      notifiedUserIds: shouldNotify ? await notifyNewLessons(tx, { id: course.id, title: input.title }) : [],
    }
  })
  await lessonFiles.removeIfUnused(db, previousUrls)
  await pictures.markUnused(droppedPictures)
  await pushUnreadCounts(db, live, notifiedUserIds)
  return { msg: { id: input.course_id, msg: 'The course was saved', ...saved } }
}

/** Locks a course and then its enrollments. completeCourse locks enrollments before lessons: another order would deadlock. */
async function lockCourse(tx: Tx, courseId: number) {
  const [course] = await tx
    .select({ id: courses.id, version: courses.version, isPublic: courses.isPublic })
    .from(courses)
    .where(and(eq(courses.id, courseId), isLive))
    .for('update')
  if (!course) throw new AppError('course_not_found')
  await tx
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(eq(enrollments.courseId, course.id))
    .orderBy(enrollments.id)
    .for('update')
  return course
}

/** Returns the files that the course did not name before. Marking the others as well could copy every file of a bucket. */
async function markNewFiles(
  db: Db,
  lessonFiles: { markInUse(urls: readonly string[]): Promise<string[]> },
  { course_id, materials }: ParsedInput<'updateCourse'>,
): Promise<Set<string>> {
  const stored = await db.select(storedLessonColumns).from(lessons).where(eq(lessons.courseId, course_id))
  const namedUrls = new Set(getUploadedFileUrls(stored))
  const newUrls = getUploadedFileUrls(materials).filter((url) => !namedUrls.has(url))
  const missingUrls = new Set(await lessonFiles.markInUse(newUrls))
  return new Set(newUrls.filter((url) => !missingUrls.has(url)))
}

/**
 * A course whose video was lost from the disk can still be saved: only files new to the course must exist. Another save may
 * have removed a file after it was found in the course.
 */
function rejectMissingFiles(
  urls: readonly string[],
  markedUrls: ReadonlySet<string>,
  stored: readonly { url: string; captions: string }[],
): void {
  const namedUrls = new Set(getUploadedFileUrls(stored))
  if (urls.some((url) => !namedUrls.has(url) && !markedUrls.has(url))) throw createMissingFileError()
}

/** As with files: only pictures new to the course must exist. A save that drops others leaves them for some days. */
async function requireNewPictures(
  db: Db,
  pictures: { requireStored(names: readonly string[]): Promise<void> },
  { courseId, names }: { courseId: number; names: readonly string[] },
): Promise<void> {
  if (names.length === 0) return
  const storedNames = new Set(await findLessonPictures(db, courseId))
  await pictures.requireStored(names.filter((name) => !storedNames.has(name)))
}
