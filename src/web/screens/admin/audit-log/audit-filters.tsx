import { useKeepFocus } from '#web/ui/hooks/use-keep-focus.ts'
import { useUpdateSearchParams } from '#web/ui/list/use-update-search-params.ts'
import { SearchParamsLink } from '#web/ui/list/search-params-link.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { type AuditFilters as Filters, getActionChoices } from './audit-search.ts'
import { DayInput } from './day-input.tsx'
import { FILTER_CONTROL } from './filter-control.ts'

/** The second row of filters. They are in the address, as those of other lists are. */
export function AuditFilters({ filters }: { filters: Filters }) {
  const update = useUpdateSearchParams()
  const keepFocus = useKeepFocus()
  const set = (name: string, value: string) =>
    update((search) => {
      if (value === '') search.delete(name)
      else search.set(name, value)
      return search
    })
  return (
    <div
      {...keepFocus}
      role="group"
      aria-label="Filters"
      tabIndex={-1}
      className="mb-4 flex flex-wrap items-center gap-2.5 outline-none md:mb-2.5"
    >
      <select
        aria-label="Action"
        value={filters.action}
        onChange={(event) => set('action', event.target.value)}
        className={`${FILTER_CONTROL} max-w-full min-w-0 max-sm:w-full`}
      >
        <option value="">All actions</option>
        {getActionChoices(filters.subject_kind).map(([action, label]) => (
          <option key={action} value={action}>
            {label}
          </option>
        ))}
      </select>
      {/* Both fit one row on a tablet. */}
      <DayInput label="From" zoneClass="md:max-lg:sr-only" value={filters.from} onChange={(day) => set('from', day)} />
      <DayInput label="Until" value={filters.until} onChange={(day) => set('until', day)} />
      {filters.person !== null && <Chip name="person" text="One person" />}
      {filters.subject_id !== '' && <Chip name="subject" text={`One ${filters.subject_kind || 'record'}`} />}
    </div>
  )
}

function Chip({ name, text }: { name: string; text: string }) {
  return (
    <p className="flex h-11 items-center gap-1 rounded-full border border-border-strong bg-surface pr-1 pl-4 text-sm">
      {text}
      <SearchParamsLink
        update={(search) => {
          search.delete(name)
          return search
        }}
        aria-label={`Clear filter: ${text}`}
        className="grid size-9 place-items-center rounded-full text-muted hover:bg-raised hover:text-text"
      >
        <Icon name="close" size={16} />
      </SearchParamsLink>
    </p>
  )
}
