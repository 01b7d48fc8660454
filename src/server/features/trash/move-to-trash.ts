import type { ArchivedKind } from '#contract/choices.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { cutText } from '#server/features/audit-log/changed-fields.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { trash } from '#server/platform/db/schema.ts'
import { archiveRow } from './archive-rows.ts'
import { KIND_TABLES } from './restore-rows.ts'

const MAX_TEXT_LENGTH = 300

interface Deletion {
  kind: ArchivedKind
  id: number
  /** What the trash lists. */
  name: string
  details: string
  user: User
}

/** Call it with the row locked. */
export async function moveToTrash(tx: Tx, { kind, id, name, details, user }: Deletion): Promise<void> {
  const [entry] = await tx
    .insert(trash)
    .values({
      ...{
        kind,
        subjectId: id,
        name: cutText(name, 0, MAX_TEXT_LENGTH),
        details: cutText(details, 0, MAX_TEXT_LENGTH),
      },
      ...{ deletedBy: user.student_id, deletedByName: `${user.first_name} ${user.last_name}`.trim() },
    })
    .returning({ id: trash.id })
  if (!entry) throw new Error('The insert returned no entry')
  await archiveRow(tx, entry.id, KIND_TABLES[kind], id)
}
