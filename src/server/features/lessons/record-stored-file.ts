import { and, eq, sql } from 'drizzle-orm'
import { uploadPath } from '#contract/paths.ts'
import { type Actor, writeAudit } from '#server/features/audit-log/write-audit.ts'
import type { RequestOrigin } from '#server/pipeline/caller.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { auditLog } from '#server/platform/db/schema.ts'
import type { UploadState } from './lesson-files.ts'

/** Once for each file, before its address is answered: a server may stop just after it has stored one. */
export async function recordStoredFile(
  db: Db,
  { actor, from }: { actor: Actor; from: RequestOrigin },
  { file, size: bytes }: UploadState,
): Promise<void> {
  if (!file) return
  const url = uploadPath(file)
  const action = 'course.upload_file'
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${url}, 0))`)
    const [recorded] = await tx
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(and(eq(auditLog.action, action), eq(auditLog.subjectName, url)))
      .limit(1)
    if (recorded) return
    const subject = { kind: 'course', name: url } as const
    await writeAudit(tx, { actor, from, action, subject, after: { bytes } })
  })
}
