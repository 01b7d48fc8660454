import { sql } from 'drizzle-orm'
import { site } from '#server/platform/db/schema.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { type AuditEntry, writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

export const setMaintenance: Handler<'setMaintenance'> = async ({ db, user, from }, { status }) => ({
  msg: await setSiteRunning(db, status, { actor: user, from }),
})

/** Survives a restart. Invalidate the tag `site` with it. */
export async function setSiteRunning(db: Db, running: boolean, by: Pick<AuditEntry, 'actor' | 'from'>) {
  const msg = running ? 'System is running now' : 'System is down for maintenance'
  await db.transaction(async (tx) => {
    // Also where the site has no row yet, of two changes at once each reads what the other has left.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('maintenance is switched', 0))`)
    const [before] = await tx.select({ running: site.running }).from(site)
    await tx.insert(site).values({ running }).onConflictDoUpdate({ target: site.id, set: { running } })
    const { actor } = by
    const logged =
      typeof actor === 'string'
        ? { email: actor.toLowerCase(), studentId: null }
        : { email: actor.email, studentId: actor.student_id }
    await writeLog(tx, { kind: 'site', message: msg, ...logged })
    const subject = { kind: 'site', name: 'The site' } as const
    const fields = { before: { running: before?.running ?? true }, after: { running } }
    await writeAudit(tx, { ...by, action: 'site.maintenance', subject, ...fields })
  })
  return msg
}
