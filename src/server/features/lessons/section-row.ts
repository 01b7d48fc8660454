import type { Section } from '#contract/schemas/learning/sections.ts'
import type { sections } from '#server/platform/db/schema.ts'

type SectionRow = Pick<typeof sections.$inferSelect, 'id' | 'title' | 'opensAfterDays' | 'opensAt'>

export const toSection = ({ id, title, opensAfterDays, opensAt }: SectionRow): Section => ({
  section_id: id,
  title,
  opens_after_days: opensAfterDays,
  opens_date: opensAt?.toISOString() ?? null,
})
