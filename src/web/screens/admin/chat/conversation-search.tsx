import { useSearchParams } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import { SEARCH_MAX } from '#web/ui/list/search-text.ts'
import { useSearchText } from '#web/ui/list/use-search-text.ts'
import { useUpdateSearchParams } from '#web/ui/list/use-update-search-params.ts'

export function ConversationSearch() {
  const [params] = useSearchParams()
  const updateSearchParams = useUpdateSearchParams()
  const setSearchParam = (searchText: string) =>
    updateSearchParams(
      (next) => {
        if (searchText === '') next.delete('search')
        else next.set('search', searchText)
        return next
      },
      { replace: true },
    )
  const { text, write, tell } = useSearchText(params.get('search') ?? '', setSearchParam)
  return (
    <search className="relative block px-4 pt-3 pb-3">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          tell()
        }}
      >
        <Icon name="search" size={18} className="pointer-events-none absolute top-6.25 left-7.5 text-muted" />
        <input
          type="search"
          aria-label="Search by name or email"
          placeholder="Search by name or email"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={SEARCH_MAX}
          value={text}
          onChange={(event) => write(event.target.value)}
          className="h-11 w-full rounded-control border border-border-strong bg-bg pr-2 pl-10 text-base transition duration-150 placeholder:text-sm placeholder:text-muted hover:border-muted sm:text-sm"
        />
      </form>
    </search>
  )
}
