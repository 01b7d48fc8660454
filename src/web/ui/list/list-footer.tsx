import { Button } from '#web/ui/button.tsx'
import { useKeepFocus } from '#web/ui/hooks/use-keep-focus.ts'
import { describeListError, RetryButton } from './list-error.tsx'
import type { InfiniteList } from './use-infinite-rows.ts'

interface ListFooterProps {
  endText: string
  list: InfiniteList<unknown>
}

/** Below a list that loads more at its end. */
export function ListFooter({ endText, list }: ListFooterProps) {
  const keepFocus = useKeepFocus()
  const { isError, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  return (
    <div {...keepFocus} tabIndex={-1} className="mt-4 text-sm text-muted outline-none">
      {isFetchingNextPage && <div aria-hidden="true" className="skeleton mb-4 h-20" />}
      <p role="status">{describeListError(list) ?? (!hasNextPage && endText)}</p>
      {isError && !isFetchingNextPage && <RetryButton list={list} className="mt-2" />}
      {!isError && hasNextPage && !isFetchingNextPage && (
        <Button variant="quiet" size="sm" onClick={() => void fetchNextPage()} className="mt-2">
          Load more
        </Button>
      )}
    </div>
  )
}
