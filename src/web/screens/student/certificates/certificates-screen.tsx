import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from '#web/ui/link.tsx'
import { formatCertificateDay } from '#contract/certificates/certificate-text.ts'
import { paths } from '#contract/paths.ts'
import { certificatePath, certificatePdfPath } from '#contract/paths/record-paths.ts'
import type { Certificate } from '#contract/schemas/learning/certificates.ts'
import { query } from '#web/data/api.ts'
import { CertificateStatus } from '#web/features/certificates/certificate-status.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Head } from '#web/ui/head.tsx'

export function Component() {
  return (
    <div className="container-site max-w-220 pt-9 pb-20 sm:pt-12">
      <Head title="My certificates" noIndex />
      <h1 className="text-4xl sm:text-5xl">My certificates</h1>
      <p className="mt-2 mb-8 text-lg text-muted">One for each course and path you have completed.</p>
      <Suspense fallback={<LoadingSkeleton />}>
        <Certificates />
      </Suspense>
    </div>
  )
}

function Certificates() {
  const certificates = useSuspenseQuery(query('getMyCertificates', {})).data.msg
  if (certificates.length === 0)
    return (
      <EmptyState title="No certificates yet">
        <p>Complete every lesson of a course to earn its certificate.</p>
        <ButtonLink to={paths.myCourses}>My Courses</ButtonLink>
      </EmptyState>
    )
  return (
    <ul className="space-y-4">
      {certificates.map((certificate) => (
        <li key={certificate.certificate_id}>
          <CertificateRow certificate={certificate} />
        </li>
      ))}
    </ul>
  )
}

function CertificateRow({ certificate }: { certificate: Certificate }) {
  const { certificate_id, course_title, kind, name, issued_date, status } = certificate
  return (
    <article className="card relative flex flex-wrap items-center gap-x-6 gap-y-3 p-5 transition duration-150 focus-within:border-border-strong hover:border-border-strong">
      <div className="min-w-0 flex-1 basis-64">
        <h2 dir="auto" className="text-xl wrap-anywhere">
          <Link
            to={certificatePath(certificate_id)}
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
          >
            {course_title}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {status !== 'valid' && <CertificateStatus status={status} />}
          {kind === 'path' && <span>Path</span>}
          <time dateTime={issued_date}>{formatCertificateDay(issued_date)}</time>
          <span dir="auto">{name}</span>
        </p>
      </div>
      <ButtonLink
        to={certificatePdfPath(certificate_id)}
        reloadDocument
        download
        variant="secondary"
        size="sm"
        className="relative"
      >
        <AnyIcon name="download" size={16} />
        PDF<span className="sr-only"> of {course_title}</span>
      </ButtonLink>
    </article>
  )
}

function LoadingSkeleton() {
  return (
    <div aria-hidden="true" className="space-y-4">
      {[1, 2, 3].map((place) => (
        <div key={place} className="skeleton h-24" />
      ))}
    </div>
  )
}
