import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { pages } from '#web/data/api.ts'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { CERTIFICATE_TEMPLATE, type CertificateRow, getCertificateColumns } from './certificate-columns.tsx'
import { CERTIFICATE_CHOICES, parseCertificatesSearch } from './certificates-search.ts'
import { ReplaceForm } from './replace-form.tsx'
import { RevokeForm } from './revoke-form.tsx'

type OpenForm = { kind: 'revoke' | 'replace'; certificate: CertificateRow } | null

export function Component() {
  const [params] = useSearchParams()
  const filters = parseCertificatesSearch(params)
  const list = useInfiniteQuery({ ...pages('getCertificates', filters), staleTime: 5_000 })
  const [form, setForm] = useState<OpenForm>(null)
  const columns = useMemo(
    () =>
      getCertificateColumns({
        onRevoke: (certificate) => setForm({ kind: 'revoke', certificate }),
        onReplace: (certificate) => setForm({ kind: 'replace', certificate }),
      }),
    [],
  )
  const close = () => setForm(null)
  const isFiltered = filters.search_text !== '' || filters.select_data !== ''
  return (
    <>
      <PanelHeader
        title="Certificates"
        filters={
          <ListFilters choices={CERTIFICATE_CHOICES} label="Search by name, course or ID" placeholder="Search" />
        }
      >
        <ButtonLink to={paths.certificateDesign} variant="secondary">
          <AnyIcon name="pencil" size={18} />
          Design
        </ButtonLink>
      </PanelHeader>
      <InfiniteTable
        label="Certificates"
        columns={columns}
        template={CERTIFICATE_TEMPLATE}
        list={list}
        getRowId={getCertificateId}
        endText="No more certificates"
        emptyState={
          isFiltered ? (
            <EmptyState title="No certificates found">
              <p className="wrap-anywhere">No certificates match this search.</p>
              <ButtonLink to={paths.adminCertificates} variant="secondary">
                Clear filters
              </ButtonLink>
            </EmptyState>
          ) : (
            <EmptyState title="No certificates yet">
              <p>A student gets one with the last lesson of a course or path.</p>
            </EmptyState>
          )
        }
      />
      {form?.kind === 'revoke' && <RevokeForm certificate={form.certificate} onClose={close} />}
      {form?.kind === 'replace' && <ReplaceForm certificate={form.certificate} onClose={close} />}
    </>
  )
}

const getCertificateId = ({ certificate_id }: CertificateRow) => certificate_id
