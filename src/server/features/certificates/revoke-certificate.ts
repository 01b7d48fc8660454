import { eq, sql } from 'drizzle-orm'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { certificates } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { requireValidCertificate } from './require-valid-certificate.ts'

export const revokeCertificate: Handler<'revokeCertificate'> = async (
  { db, user, from, invalidate },
  { certificate_id, reason },
) => {
  await db.transaction(async (tx) => {
    const { name, title, userId } = await requireValidCertificate(tx, certificate_id)
    await tx
      .update(certificates)
      .set({ revokedAt: sql`now()`, revokedReason: reason })
      .where(eq(certificates.id, certificate_id))
    // The student's course has the certificate's id.
    if (userId !== null) invalidate([`progress:${userId}`])
    await writeLog(tx, {
      kind: 'learning',
      message: `Revoked ${name}’s certificate for “${title}”: ${reason}`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'certificate', id: certificate_id, name: `${title}, ${name}`, userId } as const
    const [before, after] = [{ status: 'valid' }, { status: 'revoked', reason }]
    await writeAudit(tx, { actor: user, from, action: 'certificate.revoke', subject, before, after })
  })
  return { msg: 'The certificate was revoked' }
}
