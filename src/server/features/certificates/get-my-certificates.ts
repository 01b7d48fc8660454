import { desc, eq } from 'drizzle-orm'
import { certificates } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toCertificate } from './certificate-row.ts'

export const getMyCertificates: Handler<'getMyCertificates'> = async ({ db, user }) => {
  const rows = await db
    .select()
    .from(certificates)
    .where(eq(certificates.userId, user.student_id))
    .orderBy(desc(certificates.issuedAt), desc(certificates.id))
  return { msg: rows.map(toCertificate) }
}
