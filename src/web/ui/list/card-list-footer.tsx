import { Button } from '#web/ui/button.tsx'
import { useKeepFocus } from '#web/ui/hooks/use-keep-focus.ts'

interface CardListFooterProps {
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

/** Below a grid of cards. Its height never changes, so that the page's footer does not move. */
export function CardListFooter({
  list: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
}: CardListFooterProps) {
  const keepFocus = useKeepFocus()
  return (
    <div
      {...keepFocus}
      tabIndex={-1}
      className="mt-8 flex min-h-20 flex-col items-center gap-2 text-sm text-muted outline-none"
    >
      {isFetchNextPageError && <p role="alert">We couldn&apos;t load more.</p>}
      {!hasNextPage && <p>No more data</p>}
      {hasNextPage && !isFetchingNextPage && (
        <Button variant={isFetchNextPageError ? 'secondary' : 'quiet'} onClick={() => void fetchNextPage()}>
          {isFetchNextPageError ? 'Try again' : 'Load more'}
        </Button>
      )}
    </div>
  )
}
