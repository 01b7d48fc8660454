import { and, eq, inArray, sql } from 'drizzle-orm'
import type { LessonInput } from '#contract/schemas/course-form.ts'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { lessons } from '#server/platform/db/schema.ts'

/** A lesson with its place in the course, from 0. */
type PlacedLesson = LessonInput & { place: number }

/** Adds the lessons of a new course and returns their ids in order. */
export async function addLessons(tx: Tx, courseId: number, materials: readonly LessonInput[]): Promise<number[]> {
  const idsByPlace = await insertLessons(tx, courseId, withPlaces(materials))
  return materials.flatMap((_, place) => idsByPlace.get(place) ?? [])
}

/**
 * Replaces a course's lessons with the submitted list and returns the lesson ids in its order.
 * Throws lesson_not_found for an id that is submitted twice or belongs to another course.
 */
export async function replaceLessons(
  tx: Tx,
  course: { id: number; lessonIds: readonly number[] },
  materials: readonly LessonInput[],
): Promise<number[]> {
  const placed = withPlaces(materials)
  const existing = placed.filter(({ id }) => id)
  const existingIds = new Set(existing.map(({ id }) => id))
  const removedIds = course.lessonIds.filter((id) => !existingIds.has(id))
  if (course.lessonIds.length - removedIds.length < existing.length) throw new AppError('lesson_not_found')
  if (removedIds.length > 0)
    await tx.delete(lessons).where(and(eq(lessons.courseId, course.id), inArray(lessons.id, removedIds)))
  if (existing.length > 0) await updateLessons(tx, existing)
  const added = placed.filter(({ id }) => !id)
  const idsByPlace = await insertLessons(tx, course.id, added)
  return placed.flatMap(({ id, place }) => id ?? idsByPlace.get(place) ?? [])
}

const withPlaces = (materials: readonly LessonInput[]): PlacedLesson[] =>
  materials.map((material, place) => ({ ...material, place }))

/** One statement for up to 500 lessons: enrolled students' completions wait for this transaction. */
async function updateLessons(tx: Tx, existing: readonly PlacedLesson[]): Promise<void> {
  await tx.execute(sql`
    update lessons
    set place = row.place, title = row.title, subtitle = row.subtitle, url = row.url,
      duration_seconds = row.duration, is_preview = row.preview, captions_url = row.captions,
      problem_reported_at = case when lessons.url = row.url then lessons.problem_reported_at end
    from json_to_recordset(${JSON.stringify(existing)}::json) as row (
      id bigint, place integer, title text, subtitle text, url text, duration real, preview boolean, captions text
    )
    where lessons.id = row.id
  `)
}

async function insertLessons(tx: Tx, courseId: number, added: readonly PlacedLesson[]): Promise<Map<number, number>> {
  if (added.length === 0) return new Map()
  const rows = await tx
    .insert(lessons)
    .values(
      added.map(({ place, title, subtitle, url, duration, preview, captions }) => ({
        courseId,
        ...{ place, title, subtitle, url },
        ...{ durationSeconds: duration ?? null, isPreview: preview, captionsUrl: captions },
      })),
    )
    .returning({ id: lessons.id, place: lessons.place })
  return new Map(rows.map(({ id, place }) => [place, id]))
}
