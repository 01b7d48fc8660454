import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { paths } from '#contract/paths.ts'
import { query } from '#web/data/api.ts'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DesignForm } from './design-form.tsx'

export function Component() {
  return (
    <>
      <PanelHeader title="Certificate design" description="For new certificates. Issued ones keep their design.">
        <ButtonLink to={paths.adminCertificates} variant="secondary">
          All certificates
        </ButtonLink>
      </PanelHeader>
      <Suspense fallback={<div aria-hidden="true" className="skeleton h-150" />}>
        <Design />
      </Suspense>
    </>
  )
}

function Design() {
  const design = useSuspenseQuery(query('getCertificateDesign', {})).data.msg
  return <DesignForm design={design} />
}
