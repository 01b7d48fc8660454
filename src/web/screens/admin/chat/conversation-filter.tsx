import { CONVERSATION_FILTERS } from '#contract/choices.ts'
import { SearchParamsLink } from '#web/ui/list/search-params-link.tsx'

/** Links rather than buttons, so that the browser's back button works. */
export function ConversationFilter({ current }: { current: string }) {
  return (
    <nav aria-label="Show" className="mx-4 mb-3 flex rounded-control border border-border-strong p-0.5">
      {CONVERSATION_FILTERS.map((filter) => (
        <SearchParamsLink
          key={filter}
          update={(search) => {
            if (filter === '') search.delete('type')
            else search.set('type', filter)
            return search
          }}
          aria-current={filter === current ? 'page' : undefined}
          className="inline-flex h-9.5 flex-1 items-center justify-center rounded-[6px] px-3 text-sm font-medium text-muted transition duration-150 hover:text-text aria-[current]:bg-[var(--accent-wash)] aria-[current]:text-accent-text"
        >
          {filter || 'All'}
        </SearchParamsLink>
      ))}
    </nav>
  )
}
