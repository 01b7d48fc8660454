import { sql } from 'drizzle-orm'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { backups } from '#server/platform/db/schema.ts'
import { pluralize } from '#server/platform/pluralize.ts'
import { type CheckTarget, ok, problem } from './check.ts'

const FINDING = { code: 'backups', area: 'backups', title: 'Backups' } as const

/** A backup that is due is made within minutes, and a failed one again after an hour. */
const GRACE_HOURS = 3

export async function checkBackups({ env, database }: Pick<CheckTarget, 'env' | 'database'>): Promise<SystemCheck[]> {
  const { everyHours, to } = env.backups
  const location = typeof to === 'string' ? to : to.label
  if (everyHours === null) return [ok(FINDING, 'No schedule. Set BACKUP_EVERY to have backups made.')]
  const { rows } = await database.db.execute<{ hours: number | null; problem: string | null }>(sql`
    select (extract(epoch from now() - max(started_at) filter (where status = 'succeeded')) / 3600)::float8 as hours,
      (array_agg(problem order by id desc) filter (where status <> 'running'))[1] as problem
    from ${backups} where kind = 'scheduled'
  `)
  const { hours = null, problem: reason } = rows[0] ?? {}
  const why = reason ? ` The last attempt failed: ${reason}` : ''
  if (hours === null)
    return [reason ? problem(FINDING, `There is none yet.${why}`) : ok(FINDING, 'The first one is due.')]
  const age = `The last one is ${pluralize(Math.floor(hours), 'hour')} old, in ${location}.`
  return [hours > everyHours + GRACE_HOURS ? problem(FINDING, `${age}${why}`) : ok(FINDING, age)]
}
