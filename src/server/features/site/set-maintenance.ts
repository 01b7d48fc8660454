import { site } from '#server/platform/db/schema.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

export const setMaintenance: Handler<'setMaintenance'> = async ({ db, user }, { status }) => ({
  msg: await setSiteRunning(db, status, { email: user.email, studentId: user.student_id }),
})

/** Survives a restart. Invalidate the tag `site` with it. */
export async function setSiteRunning(db: Db, running: boolean, actor: { email: string; studentId: number | null }) {
  const msg = running ? 'System is running now' : 'System is down for maintenance'
  await db.transaction(async (tx) => {
    await tx.insert(site).values({ running }).onConflictDoUpdate({ target: site.id, set: { running } })
    await writeLog(tx, { kind: 'site', message: msg, ...actor })
  })
  return msg
}
