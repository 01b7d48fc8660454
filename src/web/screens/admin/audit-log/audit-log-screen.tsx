import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { AuditLogEntry } from '#contract/schemas/operations/audit-log.ts'
import { pages } from '#web/data/api.ts'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { AUDIT_COLUMNS, AUDIT_TEMPLATE } from './audit-columns.tsx'
import { AuditDetails } from './audit-details.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { getAuditCsvPath, parseAuditSearch, SUBJECT_CHOICES } from './audit-search.ts'

export function Component() {
  const [params] = useSearchParams()
  const filters = parseAuditSearch(params)
  const list = useInfiniteQuery({ ...pages('getAuditLog', filters), staleTime: 5_000 })
  return (
    <>
      <PanelHeader
        title="Audit log"
        description="Entries can’t be edited."
        filters={
          <ListFilters
            choices={SUBJECT_CHOICES}
            name="kind"
            dependentNames={['action', 'subject']}
            label="Search by name or email"
            placeholder="Search"
          />
        }
      >
        <ButtonLink to={getAuditCsvPath(filters)} reloadDocument download variant="secondary">
          <AnyIcon name="download" size={18} />
          Export CSV
        </ButtonLink>
      </PanelHeader>
      <AuditFilters filters={filters} />
      <div className="md:[--filter-row:10.5rem] lg:[--filter-row:3.5rem]">
        <InfiniteTable
          label="Audit log"
          columns={AUDIT_COLUMNS}
          template={AUDIT_TEMPLATE}
          list={list}
          getRowId={getEntryId}
          renderDetails={renderDetails}
          endText="No more entries"
          emptyState={<NoEntries isFiltered={[...params].length > 0} />}
        />
      </div>
    </>
  )
}

const getEntryId = ({ entry_id }: AuditLogEntry) => entry_id
const renderDetails = (entry: AuditLogEntry) => <AuditDetails entry={entry} />

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title={isFiltered ? 'No entries found' : 'No entries yet'}>
      <p>{isFiltered ? 'No entries match your filters.' : 'What admins change appears here.'}</p>
      {isFiltered && (
        <ButtonLink to={paths.auditLog} variant="secondary">
          Clear filters
        </ButtonLink>
      )}
    </EmptyState>
  )
}
