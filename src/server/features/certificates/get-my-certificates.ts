import { desc, eq } from 'drizzle-orm'
import type { Certificate } from '#contract/schemas/certificates.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { certificates } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toCertificate } from './certificate-row.ts'

export const getMyCertificates: Handler<'getMyCertificates'> = async ({ db, user }) => ({
  msg: await findOwnCertificates(db, user.student_id),
})

export async function findOwnCertificates(db: Db, userId: number): Promise<Certificate[]> {
  const rows = await db
    .select()
    .from(certificates)
    .where(eq(certificates.userId, userId))
    .orderBy(desc(certificates.issuedAt), desc(certificates.id))
  return rows.map(toCertificate)
}
