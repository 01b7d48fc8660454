import { certificateDesign, type CertificateDesign } from '#contract/schemas/learning/certificates.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { site } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'

/** The design of new certificates. */
export async function readCertificateDesign(db: Pick<Db, 'select'>): Promise<CertificateDesign> {
  const [row] = await db.select({ design: site.certificateDesign }).from(site)
  return row?.design ?? certificateDesign.parse({})
}

export const getCertificateDesign: Handler<'getCertificateDesign'> = async ({ db }) => ({
  msg: await readCertificateDesign(db),
})

export const updateCertificateDesign: Handler<'updateCertificateDesign'> = async (
  { db, user, from, pictures },
  design,
) => {
  const { signature_image } = design
  if (signature_image !== '' && signature_image !== (await readCertificateDesign(db)).signature_image)
    await pictures.requireStored([signature_image])
  await db.transaction(async (tx) => {
    const before = await readCertificateDesign(tx)
    await tx
      .insert(site)
      .values({ certificateDesign: design })
      .onConflictDoUpdate({ target: site.id, set: { certificateDesign: design } })
    await writeLog(tx, {
      kind: 'site',
      message: 'Changed the design of certificates',
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'site', name: 'Certificates' } as const
    await writeAudit(tx, { actor: user, from, action: 'site.certificate_design', subject, before, after: design })
  })
  return { msg: 'The design was saved' }
}
