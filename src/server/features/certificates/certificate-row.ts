import type { Certificate } from '#contract/schemas/learning/certificates.ts'
import type { certificates } from '#server/platform/db/schema.ts'

export type CertificateRow = typeof certificates.$inferSelect

/** A refund or a dispute gives none, and only an admin's decision is final (issue-certificate.ts). */
const ACCESS_ENDED = 'The purchase was refunded or is disputed'

export const getCertificateStatus = ({ replacedBy, revokedAt }: CertificateRow): Certificate['status'] =>
  replacedBy !== null ? 'replaced' : revokedAt !== null ? 'revoked' : 'valid'

export const getRevokedReason = ({ revokedAt, revokedReason }: CertificateRow): string =>
  revokedAt === null ? '' : revokedReason || ACCESS_ENDED

export function toCertificate(row: CertificateRow): Certificate {
  return {
    certificate_id: row.id,
    name: row.name,
    course_title: row.title,
    kind: row.kind,
    issued_date: row.issuedAt.toISOString(),
    finished_date: row.finishedAt.toISOString(),
    duration: row.durationSeconds,
    issuer: row.design.issuer,
    status: getCertificateStatus(row),
  }
}
