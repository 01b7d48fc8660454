import { type CertificateDesign, certificateDesign } from '#contract/schemas/certificates.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { site } from '#server/platform/db/schema.ts'

/** The design of new certificates. */
export async function readCertificateDesign(db: Pick<Db, 'select'>): Promise<CertificateDesign> {
  const [row] = await db.select({ design: site.certificateDesign }).from(site)
  return row?.design ?? certificateDesign.parse({})
}
