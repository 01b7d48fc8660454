import { asc, eq } from 'drizzle-orm'
import type { Section } from '#contract/schemas/sections.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { sections } from '#server/platform/db/schema.ts'
import { toSection } from '#server/features/lessons/section-row.ts'

/** A course's sections, in order. */
export async function findSections(db: Pick<Db, 'select'>, courseId: number): Promise<Section[]> {
  const rows = await db.select().from(sections).where(eq(sections.courseId, courseId)).orderBy(asc(sections.place))
  return rows.map(toSection)
}
