import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { SectionInput } from '#contract/schemas/learning/sections.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { sections } from '#server/platform/db/schema.ts'

/** Adds the sections of a new course and returns their ids in order. */
export async function addSections(tx: Tx, courseId: number, input: readonly SectionInput[]): Promise<number[]> {
  if (input.some(({ id }) => id)) throw new AppError('section_not_found')
  return insertSections(tx, courseId, input.map(withPlace))
}

/**
 * Replaces a course's sections with the submitted list and returns their ids in its order; without a list, those it has.
 * Throws section_not_found for an id that is submitted twice or belongs to another course.
 */
export async function replaceSections(
  tx: Tx,
  courseId: number,
  input: readonly SectionInput[] | undefined,
): Promise<number[]> {
  const stored = await tx
    .select({ id: sections.id })
    .from(sections)
    .where(eq(sections.courseId, courseId))
    .orderBy(asc(sections.place))
  const storedIds = stored.map(({ id }) => id)
  if (input === undefined) return storedIds
  const placed = input.map(withPlace)
  const kept = placed.filter(({ id }) => id)
  const keptIds = new Set(kept.map(({ id }) => id))
  const removedIds = storedIds.filter((id) => !keptIds.has(id))
  if (storedIds.length - removedIds.length < kept.length) throw new AppError('section_not_found')
  if (removedIds.length > 0)
    await tx.delete(sections).where(and(eq(sections.courseId, courseId), inArray(sections.id, removedIds)))
  if (kept.length > 0) await updateSections(tx, kept)
  const addedIds = await insertSections(
    tx,
    courseId,
    placed.filter(({ id }) => !id),
  )
  return placed.flatMap(({ id }) => id ?? addedIds.shift() ?? [])
}

type PlacedSection = SectionInput & { place: number }
const withPlace = (section: SectionInput, place: number): PlacedSection => ({ ...section, place })

async function updateSections(tx: Tx, kept: readonly PlacedSection[]): Promise<void> {
  await tx.execute(sql`
    update sections
    set place = row.place, title = row.title, opens_after_days = row.opens_after_days, opens_at = row.opens_date
    from json_to_recordset(${JSON.stringify(kept)}::json) as row (
      id bigint, place integer, title text, opens_after_days integer, opens_date timestamptz
    )
    where sections.id = row.id
  `)
}

/** The order of returned rows is not promised. */
async function insertSections(tx: Tx, courseId: number, added: readonly PlacedSection[]): Promise<number[]> {
  if (added.length === 0) return []
  const rows = await tx
    .insert(sections)
    .values(
      added.map(({ place, title, opens_after_days, opens_date }) => ({
        ...{ courseId, place, title, opensAfterDays: opens_after_days },
        opensAt: opens_date === null ? null : new Date(opens_date),
      })),
    )
    .returning({ id: sections.id, place: sections.place })
  return rows.toSorted((one, other) => one.place - other.place).map(({ id }) => id)
}
