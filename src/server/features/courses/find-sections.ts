import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Section } from '#contract/schemas/learning/sections.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { sections } from '#server/platform/db/schema.ts'
import { toSection } from '#server/features/lessons/section-row.ts'

/** A course's sections, in order. */
export async function findSections(db: Pick<Db, 'select'>, courseId: number): Promise<Section[]> {
  const rows = await db.select().from(sections).where(eq(sections.courseId, courseId)).orderBy(asc(sections.place))
  return rows.map(toSection)
}

interface SectionJson {
  id: number
  title: string
  opens_after_days: number | null
  opens_at: string | null
}

/** The same as a column of the query of the course. */
export const selectSections = (courseId: number): SQL<Section[]> =>
  sql`(
    select coalesce(json_agg(json_build_object('id', id, 'title', title, 'opens_after_days', opens_after_days, 'opens_at', opens_at)
      order by place), '[]')
    from sections where course_id = ${courseId})`.mapWith((rows: SectionJson[]) =>
    rows.map(({ id, title, opens_after_days, opens_at }) =>
      toSection({
        id,
        title,
        opensAfterDays: opens_after_days,
        opensAt: opens_at === null ? null : new Date(opens_at),
      }),
    ),
  )
