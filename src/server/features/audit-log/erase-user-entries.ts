import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { auditLog } from '#server/platform/db/schema.ts'

/**
 * Replaces what entries say about a user who was deleted for good by "erased". Call it after the deletion: the trigger
 * accepts exactly this change, and only for a user who is neither there nor in the trash. What the user did as an admin
 * stays under their name.
 */
export async function eraseUserEntries(tx: Pick<Tx, 'update'>, userId: number): Promise<void> {
  await tx
    .update(auditLog)
    .set({
      subjectName: 'erased',
      before: sql`erase_audit_fields(${auditLog.before})`,
      after: sql`erase_audit_fields(${auditLog.after})`,
    })
    .where(eq(auditLog.subjectUserId, userId))
}
