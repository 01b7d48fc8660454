import { certificateDesign, type CertificateDesign } from '#contract/schemas/certificates.ts'
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

export const updateCertificateDesign: Handler<'updateCertificateDesign'> = async ({ db, user }, design) => {
  await db.transaction(async (tx) => {
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
  })
  return { msg: 'The design was saved' }
}
