import { sql } from 'drizzle-orm'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { serverProcesses } from '#server/platform/db/schema.ts'
import { SILENT_AFTER_S } from '../process-reports.ts'
import { type CheckTarget, ok, warning } from './check.ts'

const FINDING = { code: 'processes', area: 'server', title: 'Server processes' } as const

export async function checkProcesses({ database }: Pick<CheckTarget, 'database'>): Promise<SystemCheck[]> {
  const { rows } = await database.db.execute<{ silent: number; versions: string[] }>(sql`
    select
      count(*) filter (where seen_at < now() - make_interval(secs => ${SILENT_AFTER_S}))::int as silent,
      coalesce(array_agg(distinct version), '{}') as versions
    from ${serverProcesses}
  `)
  const { silent = 0, versions = [] } = rows[0] ?? {}
  if (silent > 0)
    return [
      warning(
        FINDING,
        `${silent === 1 ? 'A process does' : `${silent} processes do`} not report. Look for its end in the log: it was killed, or cannot reach the database.`,
      ),
    ]
  if (versions.length > 1)
    return [warning(FINDING, `Versions ${versions.join(' and ')} run together. Restart the older processes.`)]
  return [ok(FINDING, 'All report, and run one version.')]
}
