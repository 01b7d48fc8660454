import { sql } from 'drizzle-orm'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { isLoopback } from '#server/env.ts'
import { STOPPED } from '#server/features/backups/report-failures.ts'
import { backups } from '#server/platform/db/schema.ts'
import { pluralize } from '#server/platform/pluralize.ts'
import { type CheckTarget, ok, problem, warning } from './check.ts'

const FINDING = { code: 'backups', area: 'backups', title: 'Backups' } as const

/** A backup that is due is made within minutes, and a failed one again after an hour. */
const GRACE_HOURS = 3
/** Longer than a backup of a hundred gigabytes takes. */
const MAX_RUNNING_HOURS = 12

type LastBackups = Record<'hours' | 'running', number | null> & Record<'failure' | 'failed_test', string | null>

export async function checkBackups({ env, database }: Pick<CheckTarget, 'env' | 'database'>): Promise<SystemCheck[]> {
  const { everyHours, to } = env.backups
  const location = typeof to === 'string' ? to : to.label
  const isHere = sql`kind = 'scheduled' and location = ${location}`
  const { rows } = await database.db.execute<LastBackups>(sql`
    select (extract(epoch from now() - max(started_at) filter (where ${isHere} and status = 'succeeded' and started_at <= now())) / 3600)::float8 as hours,
      (extract(epoch from now() - min(started_at) filter (where status = 'running')) / 3600)::float8 as running,
      (array_agg(case when status = 'failed' then problem end order by started_at desc, id desc)
        filter (where ${isHere} and status <> 'running' and problem <> ${STOPPED}))[1] as failure,
      (array_agg(problem order by started_at desc, id desc) filter (where ${isHere} and status = 'succeeded'))[1] as failed_test
    from ${backups}
  `)
  const { hours = null, running = null, failure, failed_test } = rows[0] ?? {}
  if (running !== null && running > MAX_RUNNING_HOURS)
    return [
      problem(
        FINDING,
        `A backup began ${Math.floor(running)} hours ago and has not ended. Make another one; if that says that one is running, restart the server.`,
      ),
    ]
  if (everyHours === null) {
    const text = 'No schedule. Set BACKUP_EVERY to have backups made.'
    return [isLoopback(env.publicUrl) ? ok(FINDING, text) : warning(FINDING, text)]
  }
  const why = failure ? ` The last attempt failed: ${failure}` : failed_test ? ` ${failed_test}` : ''
  if (hours === null) return [why ? problem(FINDING, `There is none yet.${why}`) : ok(FINDING, 'The first one is due.')]
  const age = `The last one is ${pluralize(Math.floor(hours), 'hour')} old, in ${location}.${why}`
  if (hours > everyHours + GRACE_HOURS) return [problem(FINDING, age)]
  return [why ? warning(FINDING, age) : ok(FINDING, age)]
}
