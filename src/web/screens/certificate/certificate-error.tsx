import { useRouteError } from 'react-router'
import { AppError } from '#contract/errors.ts'
import { RouteError } from '#web/features/route-error/route-error.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Head } from '#web/ui/head.tsx'

export function CertificateError() {
  const error = useRouteError()
  if (!(error instanceof AppError) || error.code !== 'certificate_not_found') return <RouteError />
  return (
    <div className="container-site pt-10 pb-20">
      <Head title="Certificate not found" noIndex />
      <EmptyState title="Certificate not found">
        <p>No certificate has this ID. Check the address, or scan the code on the certificate again.</p>
      </EmptyState>
    </div>
  )
}
