import { LIMITS } from '#contract/limits.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { useSearchText } from '#web/ui/list/use-search-text.ts'

export function ConversationSearch() {
  const { text, setText, commit } = useSearchText()
  return (
    <search className="relative block px-4 pt-3 pb-3">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          commit()
        }}
      >
        <Icon name="search" size={18} className="pointer-events-none absolute top-6.25 left-7.5 text-muted" />
        <input
          type="search"
          aria-label="Search by name or email"
          placeholder="Search by name or email"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={LIMITS.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-11 w-full rounded-control border border-border-strong bg-bg pr-2 pl-10 text-base transition duration-150 placeholder:text-sm placeholder:text-muted hover:border-muted sm:text-sm"
        />
      </form>
    </search>
  )
}
