import { use } from 'react'
import { certificatePath } from '#contract/paths/record-paths.ts'
import type { CertificatePage } from '#contract/schemas/learning/certificates.ts'
import { Head, SiteUrlContext } from '#web/ui/head.tsx'

/** A link preview, but nothing for search engines: they would list people by name. */
export function CertificateHead({ certificate }: { certificate: CertificatePage }) {
  const site = use(SiteUrlContext)
  const { name, course_title, issuer, status } = certificate
  const title = `${name}: ${course_title}`
  const description =
    status === 'valid'
      ? `${issuer} certifies that ${name} completed “${course_title}”.`
      : 'This certificate is no longer valid.'
  return (
    <>
      <Head title={title} description={description} noIndex />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={site + certificatePath(certificate.certificate_id)} />
      <meta property="og:image" content={`${site}/og.png`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
