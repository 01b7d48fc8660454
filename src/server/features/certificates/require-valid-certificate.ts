import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { certificates, users } from '#server/platform/db/schema.ts'
import { type CertificateRow, getCertificateStatus } from './certificate-row.ts'

/** Locks the certificate. Throws certificate_not_found or certificate_state. */
export async function requireValidCertificate(tx: Tx, id: string): Promise<CertificateRow> {
  const [owner] = await tx.select({ id: certificates.userId }).from(certificates).where(eq(certificates.id, id))
  // As everywhere, the user's lock comes before the certificate's. A refund, which revokes it, waits for it.
  if (owner?.id != null)
    await tx.select({ id: users.id }).from(users).where(eq(users.id, owner.id)).for('no key update')
  const [row] = await tx.select().from(certificates).where(eq(certificates.id, id)).for('no key update')
  if (!row) throw new AppError('certificate_not_found')
  if (getCertificateStatus(row) !== 'valid') throw new AppError('certificate_state')
  return row
}
