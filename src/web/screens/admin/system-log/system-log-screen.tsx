import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { LogLine } from '#contract/schemas/system-log.ts'
import { pages } from '#web/data/api.ts'
import { paths } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { PanelHead } from '#web/features/panels/panel-head.tsx'
import { LOG_TEMPLATE, logColumns } from './log-columns.tsx'
import { KIND_CHOICES, logCsvPath, logSearch } from './log-search.ts'
import { PersonChip } from './person-chip.tsx'

export function Component() {
  const [params] = useSearchParams()
  const asked = logSearch(params)
  const list = useInfiniteQuery({ ...pages('getSystemLog', asked), staleTime: 5_000 })
  const columns = useMemo(() => logColumns((person) => `?${withPerson(params, person)}`), [params])
  return (
    <>
      <PanelHead title="System log" words="Who did what, for 90 days.">
        <ButtonLink to={logCsvPath(asked)} reloadDocument download look="secondary">
          <AnyIcon name="download" size={18} />
          CSV
        </ButtonLink>
      </PanelHead>
      <div className="mb-4 flex flex-wrap gap-2.5">
        <div className="min-w-0 flex-1">
          <ListFilters choices={KIND_CHOICES} name="kind" label="Search the log" />
        </div>
        {asked.person !== null && <PersonChip person={asked.person} withoutPerson={`?${withPerson(params, null)}`} />}
      </div>
      <InfiniteTable
        label="System log"
        columns={columns}
        template={LOG_TEMPLATE}
        list={list}
        idOf={idOf}
        end="No more logs"
        empty={<NothingFound />}
      />
    </>
  )
}

const idOf = ({ log_id }: LogLine) => log_id

function withPerson(params: URLSearchParams, person: number | null): URLSearchParams {
  const next = new URLSearchParams(params)
  if (person === null) next.delete('person')
  else next.set('person', String(person))
  return next
}

function NothingFound() {
  return (
    <EmptyState title="No logs found">
      <p>Nothing in the log is of this kind and has these words.</p>
      <ButtonLink to={paths.systemLog} look="secondary">
        The whole log
      </ButtonLink>
    </EmptyState>
  )
}
