import { sql } from 'drizzle-orm'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { errorGroups } from '#server/platform/db/schema.ts'
import { type CheckTarget, ok, warning } from './check.ts'

const FINDING = { code: 'errors', area: 'server', title: 'Errors' } as const

export async function checkErrors({ database }: Pick<CheckTarget, 'database'>): Promise<SystemCheck[]> {
  const { rows } = await database.db.execute<{ open: number }>(sql`
    select count(*)::int as open from ${errorGroups} where solved_at is null and last_at > now() - interval '1 day'
  `)
  const open = rows[0]?.open ?? 0
  if (open === 0) return [ok(FINDING, 'None in the last day.')]
  return [
    warning(
      FINDING,
      `${open === 1 ? 'An error of one kind' : `Errors of ${open} kinds`} in the last day. The System page lists ${open === 1 ? 'it' : 'them'}: mark as solved what is mended.`,
    ),
  ]
}
