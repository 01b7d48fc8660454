import type { Certificate } from '#contract/schemas/learning/certificates.ts'

/** LinkedIn’s form for a new certificate on one’s profile (https://addtoprofile.linkedin.com). */
export function getLinkedInUrl(certificate: Certificate, url: string): string {
  const issued = new Date(certificate.issued_date)
  const fields = {
    startTask: 'CERTIFICATION_NAME',
    name: certificate.course_title,
    organizationName: certificate.issuer,
    issueYear: String(issued.getUTCFullYear()),
    issueMonth: String(issued.getUTCMonth() + 1),
    certUrl: url,
    certId: certificate.certificate_id,
  }
  return `https://www.linkedin.com/profile/add?${new URLSearchParams(fields)}`
}
