import { eq } from 'drizzle-orm'
import { eraseUserEntries } from '#server/features/audit-log/erase-user-entries.ts'
import { type AuditEntry, writeAudit } from '#server/features/audit-log/write-audit.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { trash } from '#server/platform/db/schema.ts'
import { purgeTextsOfUser } from './purge-texts-of-user.ts'
import { findOwnerId, toTrashState, type TrashRow } from './trash-row.ts'

/**
 * Deletes a record for good, and with a user what else the trash and the audit log have of that user. Call it with the entry
 * locked.
 */
export async function purgeEntry(tx: Tx, entry: TrashRow, by: Pick<AuditEntry, 'actor' | 'from'>): Promise<void> {
  const { kind, subjectId: id, name, details } = entry
  const subject = { kind, id, name, userId: await findOwnerId(tx, entry) }
  await tx.delete(trash).where(eq(trash.id, entry.id))
  const before = { details, ...toTrashState(entry) }
  await writeAudit(tx, { ...by, action: `${kind}.purge`, subject, before })
  if (kind !== 'user') return
  await purgeTextsOfUser(tx, id)
  await eraseUserEntries(tx, id)
}
