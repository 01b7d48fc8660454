import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pushUnreadCounts } from '#server/features/notifications/notify-new-lessons.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { certificates } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { announceCertificate } from './announce-certificate.ts'
import { requireValidCertificate } from './require-valid-certificate.ts'

/** The new one has everything of the old one but the name. */
export const replaceCertificate: Handler<'replaceCertificate'> = async (
  { db, user, from, mailer, live, invalidate },
  { certificate_id, first_name, last_name = '' },
) => {
  const id = randomUUID()
  const name = `${first_name} ${last_name}`.trim()
  const ownerId = await db.transaction(async (tx) => {
    const { issuedAt: _issuedAt, ...old } = await requireValidCertificate(tx, certificate_id)
    // First, because a student has one valid certificate for a course.
    await tx.update(certificates).set({ replacedBy: id }).where(eq(certificates.id, certificate_id))
    await tx.insert(certificates).values({ ...old, id, name })
    if (old.userId !== null) {
      await announceCertificate(tx, { ...old, id, userId: old.userId })
      // The student's course has the certificate's id.
      invalidate([`progress:${old.userId}`])
    }
    await writeLog(tx, {
      kind: 'learning',
      message: `Replaced ${old.name}’s certificate for “${old.title}” with one for ${name}`,
      email: user.email,
      studentId: user.student_id,
    })
    const { title, userId } = old
    const subject = { kind: 'certificate', id: certificate_id, name: `${title}, ${old.name}`, userId } as const
    const [before, after] = [{ name: old.name }, { name, replacedBy: id }]
    await writeAudit(tx, { actor: user, from, action: 'certificate.replace', subject, before, after })
    return userId
  })
  mailer.wake()
  if (ownerId !== null) await pushUnreadCounts(db, live, [ownerId])
  return { msg: { certificate_id: id } }
}
