import { formatCertificateDay, formatCompletion } from '#contract/certificates/certificate-text.ts'
import { certificatePath } from '#contract/paths/record-paths.ts'
import type { CertificateDesign } from '#contract/schemas/learning/certificates.ts'
import { type CertificateRow, getRevokedReason } from './certificate-row.ts'

/** What a certificate says in print. */
export interface CertificateDocument {
  id: string
  name: string
  title: string
  completion: string
  issued: string
  issuedAt: Date
  /** Of its page, where it can be verified. */
  url: string
  /** Printed across the paper when the certificate is not valid. */
  warning: { word: 'REVOKED' | 'REPLACED' | 'SAMPLE'; text: string } | null
  design: CertificateDesign
  /** The picture’s file. */
  signaturePath: string | null
}

export function toCertificateDocument(
  row: CertificateRow,
  { publicUrl, uploadsFolder }: { publicUrl: string; uploadsFolder: string },
): CertificateDocument {
  const { design } = row
  return {
    ...{ id: row.id, name: row.name, title: row.title, design, issuedAt: row.issuedAt },
    completion: formatCompletion({ finished_date: row.finishedAt.toISOString(), duration: row.durationSeconds }),
    issued: formatCertificateDay(row.issuedAt.toISOString()),
    url: publicUrl + certificatePath(row.id),
    warning: toWarning(row, publicUrl),
    signaturePath: design.signature_image === '' ? null : `${uploadsFolder}/${design.signature_image}`,
  }
}

/** How a certificate looks, with a name that nobody has earned it under. */
export function toSampleDocument(
  design: CertificateDesign,
  { publicUrl, uploadsFolder }: { publicUrl: string; uploadsFolder: string },
): CertificateDocument {
  const today = new Date()
  return {
    ...{ id: SAMPLE_ID, name: 'Your name', title: 'Your course', design, issuedAt: today },
    completion: formatCompletion({ finished_date: today.toISOString(), duration: 0 }),
    issued: formatCertificateDay(today.toISOString()),
    url: publicUrl,
    warning: { word: 'SAMPLE', text: 'A sample: finish a course to earn a certificate with your name' },
    signaturePath: design.signature_image === '' ? null : `${uploadsFolder}/${design.signature_image}`,
  }
}

const SAMPLE_ID = '00000000-0000-4000-8000-000000000000'

function toWarning(row: CertificateRow, publicUrl: string): CertificateDocument['warning'] {
  if (row.replacedBy !== null)
    return { word: 'REPLACED', text: `Replaced by ${publicUrl}${certificatePath(row.replacedBy)}` }
  if (row.revokedAt === null) return null
  const day = formatCertificateDay(row.revokedAt.toISOString())
  return { word: 'REVOKED', text: `Revoked on ${day}. ${getRevokedReason(row)}` }
}
