import { Button } from '#web/ui/button.tsx'
import type { InfiniteList } from './use-infinite-rows.ts'

/** What the latest request of a list failed to do. */
export function describeListError({ data, isError, isFetchNextPageError }: InfiniteList<unknown>): string | undefined {
  if (!isError) return undefined
  if (!data) return 'Couldn’t load the list.'
  return isFetchNextPageError ? 'Couldn’t load more.' : 'Couldn’t refresh the list.'
}

/** Asks again for what failed. */
export function RetryButton({
  list: { isFetching, isFetchNextPageError, fetchNextPage, refetch },
  className,
}: {
  list: InfiniteList<unknown>
  className?: string
}) {
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-disabled={isFetching}
      onClick={() => !isFetching && void (isFetchNextPageError ? fetchNextPage() : refetch())}
      {...(className !== undefined && { className })}
    >
      {isFetching ? 'Trying again…' : 'Try again'}
    </Button>
  )
}
