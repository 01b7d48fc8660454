import { CATEGORIES } from '#contract/categories.ts'
import { Link } from '#web/ui/link.tsx'
import { useNextSearchParams } from '#web/ui/list/use-next-search-params.ts'

/** Each searches for its category; the chosen one clears the search. Links, so that the browser's back button works. */
export function CategoryChips() {
  const params = useNextSearchParams()
  const search = (params.get('search') ?? '').trim()
  return (
    <nav aria-label="Categories">
      <ul className="-mx-1 flex gap-2 overflow-x-auto p-1 sm:flex-wrap sm:overflow-visible">
        {CATEGORIES.map((category) => {
          const isChosen = category === search
          const next = new URLSearchParams(params)
          if (isChosen) next.delete('search')
          else next.set('search', category)
          return (
            <li key={category}>
              <Link
                to={{ search: String(next) }}
                preventScrollReset
                aria-current={isChosen ? 'true' : undefined}
                className="inline-flex h-9 items-center rounded-full border border-border px-3.5 text-sm whitespace-nowrap text-muted transition duration-150 hover:border-border-strong hover:text-text aria-[current]:border-accent-text aria-[current]:bg-[var(--accent-wash)] aria-[current]:text-accent-text"
              >
                {category}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
