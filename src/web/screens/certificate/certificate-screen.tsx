import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, use } from 'react'
import { useParams } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { formatCertificateDay } from '#contract/certificates/certificate-text.ts'
import { certificatePath } from '#contract/paths/record-paths.ts'
import type { CertificatePage } from '#contract/schemas/learning/certificates.ts'
import { query } from '#web/data/api.ts'
import { CertificatePaper } from '#web/features/certificates/certificate-paper.tsx'
import { SiteUrlContext } from '#web/ui/head.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { CertificateActions } from './certificate-actions.tsx'
import { CertificateFields } from './certificate-fields.tsx'
import { CertificateHead } from './certificate-head.tsx'

export function Component() {
  return (
    <div className="container-site pt-6 pb-20 sm:pt-10">
      <Suspense fallback={<LoadingSkeleton />}>
        <CertificateDetails />
      </Suspense>
    </div>
  )
}

function CertificateDetails() {
  const { certificateId = '' } = useParams()
  const certificate = useSuspenseQuery(query('getCertificate', { certificate_id: certificateId })).data.msg
  const url = use(SiteUrlContext) + certificatePath(certificate.certificate_id)
  return (
    <>
      <CertificateHead certificate={certificate} />
      <h1 className="text-3xl wrap-anywhere sm:text-4xl">
        Certificate of <span dir="auto">{certificate.name}</span>
      </h1>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <State certificate={certificate} />
        </div>
        <div className="space-y-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <CertificatePaper
            certificate={certificate}
            design={certificate.design}
            url={url}
            stamp={getStamp(certificate.status)}
          />
          <CertificateActions certificate={certificate} url={url} />
        </div>
        <div className="lg:col-start-2">
          <CertificateFields certificate={certificate} />
        </div>
      </div>
    </>
  )
}

const getStamp = (status: CertificatePage['status']) =>
  ({ valid: null, revoked: 'REVOKED', replaced: 'REPLACED' } as const)[status]

/** What the certificate is worth, before anything else. */
function State({ certificate }: { certificate: CertificatePage }) {
  const { status, issuer, revoked_date, revoked_reason, replaced_by } = certificate
  if (status === 'valid')
    return (
      <StateBox className="border-success/50 bg-[var(--success-wash)]" icon="check" title="This certificate is valid">
        {issuer} issued it for completing every lesson.
      </StateBox>
    )
  if (status === 'revoked')
    return (
      <StateBox className="border-danger/50 bg-[var(--danger-wash)]" icon="alert" title="This certificate was revoked">
        {revoked_date && `On ${formatCertificateDay(revoked_date)}. `}
        <span className="wrap-anywhere">{revoked_reason}</span>
      </StateBox>
    )
  return (
    <StateBox className="border-border-strong bg-raised" icon="alert" title="This certificate was replaced">
      It is no longer valid.{' '}
      {replaced_by && (
        <Link to={certificatePath(replaced_by)} className="font-semibold text-accent-text underline">
          View the new certificate
        </Link>
      )}
    </StateBox>
  )
}

interface StateBoxProps {
  className: string
  icon: 'check' | 'alert'
  title: string
  children: React.ReactNode
}

function StateBox({ className, icon, title, children }: StateBoxProps) {
  return (
    <div className={`flex gap-3 rounded-card border p-4 ${className}`}>
      <Icon name={icon} className="mt-0.5" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="mt-0.5 text-sm">{children}</p>
      </div>
    </div>
  )
}

function LoadingSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="skeleton h-10 w-96 max-w-full" />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="skeleton aspect-[842/595]" />
        <div className="skeleton h-96" />
      </div>
    </div>
  )
}
