import type { AuditAction, AuditFields, AuditSubject } from '#contract/audit-actions.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { getDeviceName } from '#server/features/account/device-name.ts'
import type { RequestOrigin } from '#server/pipeline/caller.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { auditLog } from '#server/platform/db/schema.ts'
import { cutText, getChangedFields } from './changed-fields.ts'
import { getShellName } from './get-shell-name.ts'

export type Actor = Pick<User, 'student_id' | 'first_name' | 'last_name' | 'email'>

export interface AuditEntry {
  /** A text where it is not a user, such as a job. */
  actor: Actor | string
  action: AuditAction
  /**
   * The id is left out where the site or a list is meant. `userId` is the owner of a record whose name or fields are
   * personal data, such as an order's: they are erased with that user.
   */
  subject: { kind: AuditSubject; id?: number | string | null; name: string; userId?: number | null }
  /** The whole records, or the parts that may have changed: only what differs is stored. */
  before?: AuditFields
  after?: AuditFields
  /** Left out by the command line and by jobs. */
  from?: RequestOrigin
  /** Only for the demo academy's past. */
  at?: Date
}

export const COMMAND_LINE = 'Command line'
export const TRASH_CLEANUP = 'Trash cleanup'

/** Call it in the transaction of the change, so that there is never one without the other. */
export async function writeAudit(db: Pick<Db, 'insert'>, entry: AuditEntry): Promise<void> {
  const { action, subject, from, at } = entry
  await db.insert(auditLog).values({
    ...toActorColumns(entry.actor),
    action,
    subjectKind: subject.kind,
    subjectId: String(subject.id ?? ''),
    subjectName: cutText(subject.name, 0, 300),
    subjectUserId: subject.userId ?? (subject.kind === 'user' && subject.id ? Number(subject.id) : null),
    ...getChangedFields(entry.before ?? {}, entry.after ?? {}),
    ip: from?.ip ?? '',
    device: cutText(from ? getDeviceName(from.userAgent) : entry.actor === COMMAND_LINE ? getShellName() : '', 0, 60),
    requestId: from?.requestId ?? '',
    ...(at && { createdAt: at }),
  })
}

function toActorColumns(actor: AuditEntry['actor']) {
  if (typeof actor === 'string') return { actorId: null, actorName: actor }
  const { student_id: actorId, first_name, last_name, email } = actor
  return { actorId, actorName: `${first_name} ${last_name}`.trim(), actorEmail: email }
}
