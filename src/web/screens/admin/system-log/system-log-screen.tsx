import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { LogEntry } from '#contract/schemas/operations/system-log.ts'
import { pages } from '#web/data/api.ts'
import { paths } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useKeepFocus } from '#web/ui/hooks/use-keep-focus.ts'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { LOG_COLUMNS, LOG_TEMPLATE } from './log-columns.tsx'
import { KIND_FILTERS, getLogCsvPath, parseLogSearch } from './log-search.ts'
import { UserFilterChip } from './user-filter-chip.tsx'

export function Component() {
  const [params] = useSearchParams()
  const filters = parseLogSearch(params)
  const keepFocus = useKeepFocus()
  const list = useInfiniteQuery({ ...pages('getSystemLog', filters), staleTime: 5_000 })
  return (
    <>
      <PanelHeader
        title="System log"
        description="Activity from the last 90 days."
        filters={
          <div
            {...keepFocus}
            role="group"
            aria-label="Filters"
            tabIndex={-1}
            className="flex flex-wrap gap-2.5 outline-none"
          >
            <div className="min-w-0 flex-1">
              <ListFilters choices={KIND_FILTERS} name="kind" label="Search the log" />
            </div>
            {filters.person !== null && <UserFilterChip userId={filters.person} />}
          </div>
        }
      >
        <ButtonLink to={getLogCsvPath(filters)} reloadDocument download variant="secondary">
          <AnyIcon name="download" size={18} />
          Export CSV
        </ButtonLink>
      </PanelHeader>
      <InfiniteTable
        label="System log"
        columns={LOG_COLUMNS}
        template={LOG_TEMPLATE}
        list={list}
        getRowId={getLogId}
        endText="No more logs"
        emptyState={<NoLogsFound isFiltered={[...params].length > 0} />}
      />
    </>
  )
}

const getLogId = ({ log_id }: LogEntry) => log_id

function NoLogsFound({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title="No logs found">
      <p>{isFiltered ? 'No entries match your filters.' : 'What users and admins do appears here.'}</p>
      {isFiltered && (
        <ButtonLink to={paths.systemLog} variant="secondary">
          Clear filters
        </ButtonLink>
      )}
    </EmptyState>
  )
}
