import { formatCompletion } from '#contract/certificates/certificate-text.ts'
import { certificatePath } from '#contract/paths/record-paths.ts'
import { type CertificateRow, getRevokedReason } from './certificate-row.ts'

/**
 * An AchievementCredential of Open Badges 3.0 (https://www.imsglobal.org/spec/ob/v3p0), without a proof: it is verified by
 * its page. One that is not valid any more has ended (`validUntil`).
 * @param next the certificate that replaces it
 */
export function toOpenBadge(row: CertificateRow, next: CertificateRow | null, publicUrl: string) {
  const { id, name, title, kind, design, issuedAt, finishedAt, revokedAt } = row
  const url = publicUrl + certificatePath(id)
  const subject = kind === 'path' ? 'learning path' : 'course'
  const endedAt = next?.issuedAt ?? revokedAt
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id: url,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: `${design.title}: ${title}`,
    description: [...toState(row, next, publicUrl), `This credential is not signed. Verify it at ${url}`].join(' '),
    issuer: { id: publicUrl, type: ['Profile'], name: design.issuer, url: publicUrl },
    validFrom: issuedAt.toISOString(),
    awardedDate: finishedAt.toISOString(),
    ...(endedAt && { validUntil: endedAt.toISOString() }),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', identityType: 'name', identityHash: name, hashed: false }],
      achievement: {
        id: `${publicUrl}/achievements/${row.pathId ?? row.courseId ?? id}`,
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        name: title,
        description: `Completing the ${subject} “${title}”`,
        criteria: { narrative: `Every lesson of the ${subject} was completed` },
      },
    },
    evidence: [{ id: url, type: ['Evidence'], name: 'Certificate', narrative: toCompletion(row) }],
  }
}

const toCompletion = ({ finishedAt, durationSeconds }: CertificateRow) =>
  formatCompletion({ finished_date: finishedAt.toISOString(), duration: durationSeconds })

function toState(row: CertificateRow, next: CertificateRow | null, publicUrl: string): string[] {
  if (next) return [`Replaced by ${publicUrl}${certificatePath(next.id)}.`]
  return row.revokedAt === null ? [] : [`Revoked: ${getRevokedReason(row)}.`]
}
