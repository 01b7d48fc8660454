import { Icon } from '#web/ui/icons/icon.tsx'
import { SearchField, type Suggestion } from './search-field.tsx'
import { useNextSearchParams } from './use-next-search-params.ts'
import { useSearchText } from './use-search-text.ts'
import { useUpdateSearchParams } from './use-update-search-params.ts'

const CONTROL =
  'h-11 w-full rounded-control border border-border-strong bg-surface text-base transition duration-150 hover:border-muted sm:text-sm'

interface ListFiltersProps {
  /** The first is empty and reads "Select Value". None: only the search is shown. */
  choices?: readonly string[]
  /** The name of the choice in the address. */
  name?: string
  /** Names in the address that another choice removes, besides the page. */
  dependentNames?: readonly string[]
  label?: string
  /** A shorter label, where the whole one would not fit a phone. */
  placeholder?: string
  /** Shown below the search while one types. */
  suggestions?: readonly Suggestion[]
}

/** A search and a select above a list. Both are in the address, so the form works without script, too. */
export function ListFilters({
  choices = [],
  name = 'type',
  dependentNames = [],
  label = 'Search by name',
  placeholder = label,
  suggestions,
}: ListFiltersProps) {
  const { text, setText, commit } = useSearchText()
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          commit()
        }}
        className={`grid gap-2 sm:max-w-xl sm:gap-2.5 ${choices.length > 0 ? 'grid-cols-[minmax(0,1fr)_auto]' : ''}`}
      >
        <SearchField
          {...{ label, placeholder, text }}
          {...(suggestions && { suggestions })}
          className={CONTROL}
          onChange={setText}
        />
        {choices.length > 0 && <ChoiceSelect {...{ choices, name, dependentNames }} />}
      </form>
    </search>
  )
}

function ChoiceSelect({
  choices,
  name,
  dependentNames,
}: Required<Pick<ListFiltersProps, 'choices' | 'name' | 'dependentNames'>>) {
  const params = useNextSearchParams()
  const updateSearchParams = useUpdateSearchParams()
  const selectChoice = (choice: string) =>
    updateSearchParams((search) => {
      if (choice === '') search.delete(name)
      else search.set(name, choice)
      // Another list starts at its first page.
      for (const dependent of ['page', ...dependentNames]) search.delete(dependent)
      return search
    })
  return (
    <div className="relative">
      <select
        name={name}
        aria-label="Show"
        value={choices.find((choice) => choice === params.get(name)) ?? ''}
        onChange={(event) => selectChoice(event.target.value)}
        className={`${CONTROL} appearance-none pr-8 pl-3`}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice || 'Select Value'}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={16} className="pointer-events-none absolute top-3.5 right-3 text-muted" />
    </div>
  )
}
