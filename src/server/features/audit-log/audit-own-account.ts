import type { AuditAction, AuditFields } from '#contract/audit-actions.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { RequestOrigin } from '#server/pipeline/caller.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { type Actor, writeAudit } from './write-audit.ts'

interface OwnAccountChange {
  user: Actor & Pick<User, 'role'>
  from: RequestOrigin
  action: Extract<AuditAction, `user.${string}`>
  before?: AuditFields
  after?: AuditFields
}

/** A change of one's own account, which is an entry when an admin makes it. */
export async function auditOwnAccount(db: Pick<Db, 'insert'>, { user, ...entry }: OwnAccountChange): Promise<void> {
  if (user.role !== 'admin') return
  await writeAudit(db, { ...entry, actor: user, subject: { kind: 'user', id: user.student_id, name: user.email } })
}
