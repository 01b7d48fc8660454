import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { LessonInput } from '#contract/schemas/course-form.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { lessons } from '#server/platform/db/schema.ts'
import { type LessonValues, type StoredLesson, toLessonValues } from './lesson-values.ts'

/** Where the lessons go: the course, its lessons so far, and its sections in order. */
interface LessonTarget {
  courseId: number
  stored: readonly StoredLesson[]
  sectionIds: readonly number[]
}

/** A lesson with its index in the submitted list and its place in the course, both from 0. */
type PlacedLesson = LessonValues & { index: number; place: number; sectionId: number | null }

/**
 * Replaces a course's lessons with the submitted list and returns the lesson ids in its order.
 * Throws lesson_not_found for an id that is submitted twice or belongs to another course.
 */
export async function replaceLessons(
  tx: Tx,
  target: LessonTarget,
  materials: readonly LessonInput[],
): Promise<number[]> {
  const storedIds = target.stored.map(({ id }) => id)
  const keptIds = materials.flatMap(({ id }) => id ?? [])
  const removedIds = storedIds.filter((id) => !keptIds.includes(id))
  if (storedIds.length - removedIds.length < keptIds.length) throw new AppError('lesson_not_found')
  const placed = placeLessons(target, materials)
  if (removedIds.length > 0)
    await tx.delete(lessons).where(and(eq(lessons.courseId, target.courseId), inArray(lessons.id, removedIds)))
  const kept = placed.filter(({ id }) => id)
  if (kept.length > 0) await updateLessons(tx, kept)
  const added = placed.filter(({ id }) => !id)
  const idsByPlace = await insertLessons(tx, target.courseId, added)
  return placed
    .toSorted((one, other) => one.index - other.index)
    .flatMap(({ id, place }) => id ?? idsByPlace.get(place) ?? [])
}

/** The places run through one section after the other, whatever the order sent. */
function placeLessons({ stored, sectionIds }: LessonTarget, materials: readonly LessonInput[]): PlacedLesson[] {
  const storedById = new Map(stored.map((lesson) => [lesson.id, lesson]))
  let previousSectionId: number | null = null
  const withSections = materials.map((input, index) => {
    const lesson = input.id ? storedById.get(input.id) : undefined
    // A client without sections adds lessons after others, so they join their section.
    const ownSectionId: number | null = lesson ? lesson.sectionId : previousSectionId
    const sectionId =
      input.section === undefined
        ? (sectionIds.find((id) => id === ownSectionId) ?? null)
        : getSectionId(sectionIds, input.section)
    previousSectionId = sectionId
    return { ...toLessonValues(input, lesson), index, sectionId }
  })
  const ranks = new Map<number | null, number>(sectionIds.map((id, rank) => [id, rank]))
  const getRank = (id: number | null) => ranks.get(id) ?? -1
  return withSections
    .toSorted((one, other) => getRank(one.sectionId) - getRank(other.sectionId))
    .map((lesson, place) => ({ ...lesson, place }))
}

function getSectionId(sectionIds: readonly number[], index: number | null): number | null {
  if (index === null) return null
  const id = sectionIds[index]
  if (id === undefined) throw new AppError('section_not_found')
  return id
}

/** One statement for up to 500 lessons: enrolled students' completions wait for this transaction. */
async function updateLessons(tx: Tx, kept: readonly PlacedLesson[]): Promise<void> {
  await tx.execute(sql`
    update lessons
    set place = row.place, section_id = row."sectionId", kind = row.kind, title = row.title, subtitle = row.subtitle,
      url = row.url, file_name = row.file_name, submission_form = row.submission_form,
      content = case when row."keepsKind" then lessons.content else row.content end,
      quiz = case when row."keepsKind" then lessons.quiz else row.quiz end,
      completion = row.completion, watch_percent = row.watch_percent,
      duration_seconds = row.duration, is_preview = row.preview, captions_url = row.captions,
      problem_reported_at = case when lessons.url = row.url then lessons.problem_reported_at end
    from json_to_recordset(${JSON.stringify(kept)}::json) as row (
      id bigint, place integer, "sectionId" bigint, kind text, title text, subtitle text, url text, content text,
      file_name text, quiz jsonb, submission_form text, completion text, watch_percent smallint, duration real,
      preview boolean, captions text, "keepsKind" boolean
    )
    where lessons.id = row.id
  `)
}

async function insertLessons(tx: Tx, courseId: number, added: readonly PlacedLesson[]): Promise<Map<number, number>> {
  if (added.length === 0) return new Map()
  const rows = await tx
    .insert(lessons)
    .values(
      added.map(({ place, sectionId, kind, title, subtitle, url, content, quiz, completion, ...lesson }) => ({
        ...{ courseId, place, sectionId, kind, title, subtitle, url, content, quiz, completion },
        fileName: lesson.file_name,
        submissionForm: lesson.submission_form,
        watchPercent: lesson.watch_percent,
        durationSeconds: lesson.duration,
        isPreview: lesson.preview,
        captionsUrl: lesson.captions,
      })),
    )
    .returning({ id: lessons.id, place: lessons.place })
  return new Map(rows.map(({ id, place }) => [place, id]))
}
