import { and, desc, eq, ne } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { backups, users } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Warnings } from '#server/platform/warnings.ts'

/** Not worth a warning: the next one is made within an hour. */
export const STOPPED = 'The server stopped before the backup was complete.'

const MAX_DETAIL_LENGTH = 200

/** What is wrong with the last scheduled backup: empty when nothing is. */
async function readLastProblem(db: Db, exceptId?: number): Promise<string> {
  const [last] = await db
    .select({ problem: backups.problem })
    .from(backups)
    .where(
      and(
        eq(backups.kind, 'scheduled'),
        ne(backups.status, 'running'),
        ne(backups.problem, STOPPED),
        exceptId === undefined ? undefined : ne(backups.id, exceptId),
      ),
    )
    .orderBy(desc(backups.startedAt), desc(backups.id))
    .limit(1)
  return last?.problem ?? ''
}

/** Each server has warnings of its own, whichever of them has made the backup. */
export async function warnAboutBackups(db: Db, warnings: Warnings): Promise<void> {
  const problem = await readLastProblem(db)
  if (problem === '') warnings.clear('backup_failed')
  else warnings.set('backup_failed', `Something is wrong with the scheduled backups. ${problem}`)
}

/** One email at the first failure: until a backup succeeds again, the dashboard warns. */
export async function mailFirstFailure(db: Db, backupId: number, problem: string): Promise<void> {
  if ((await readLastProblem(db, backupId)) !== '') return
  const admins = await db.select({ id: users.id, email: users.email }).from(users).where(eq(users.role, 'admin'))
  const detail = problem.slice(0, MAX_DETAIL_LENGTH)
  await queueMail(
    db,
    ...admins.map(({ id, email }) => ({ kind: 'backup-failed' as const, toEmail: email, userId: id, detail })),
  )
}
