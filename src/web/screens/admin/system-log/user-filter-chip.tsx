import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/ui/link.tsx'
import { query } from '#web/data/api.ts'
import { userPath } from '#contract/paths/record-paths.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { SearchParamsLink } from '#web/ui/list/search-params-link.tsx'
import { setPersonParam } from './log-search.ts'

export function UserFilterChip({ userId }: { userId: number }) {
  // The account may have been deleted; then its id is shown.
  const { data } = useQuery({ ...query('getUserData', { id: userId }), retry: false })
  const user = data?.msg.data[0]
  return (
    <p className="flex h-11 items-center gap-1 rounded-full border border-border-strong bg-surface pr-1 pl-4 text-sm">
      <span className="text-muted">User</span>
      {user ? (
        <Link
          to={userPath(user)}
          className="max-w-56 truncate font-medium text-accent-text underline-offset-4 hover:underline"
        >
          {user.first_name} {user.last_name}
        </Link>
      ) : (
        <span className="font-medium">#{userId}</span>
      )}
      <SearchParamsLink
        update={setPersonParam(null)}
        aria-label="Clear user filter"
        className="grid size-9 place-items-center rounded-full text-muted hover:bg-raised hover:text-text"
      >
        <Icon name="close" size={16} />
      </SearchParamsLink>
    </p>
  )
}
