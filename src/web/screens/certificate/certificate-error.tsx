import { useRouteError } from 'react-router'
import { AppError } from '#contract/errors.ts'
import { RouteError } from '#web/features/route-error/route-error.tsx'
import { Head } from '#web/ui/head.tsx'
import { Lantern } from '#web/ui/icons/lantern.tsx'

export function CertificateError() {
  const error = useRouteError()
  if (!(error instanceof AppError) || error.code !== 'certificate_not_found') return <RouteError />
  return (
    <div className="container-site flex flex-col items-center py-16 text-center">
      <Head title="Certificate not found" noIndex />
      <Lantern className="mb-8 w-64 max-w-full" />
      <h1 className="text-3xl">Certificate not found</h1>
      <p className="mt-3 max-w-md text-muted">
        No certificate has this ID. Check the address, or scan the code on the certificate again.
      </p>
    </div>
  )
}
