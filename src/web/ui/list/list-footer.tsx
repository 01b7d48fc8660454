import { Button } from '#web/ui/button.tsx'

interface ListFooterProps {
  endText: string
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

/** Below a list that loads more at its end. */
export function ListFooter({
  endText,
  list: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
}: ListFooterProps) {
  return (
    <div className="mt-4 text-sm text-muted">
      {isFetchingNextPage && <div aria-hidden="true" className="skeleton mb-4 h-20" />}
      <p role="status">{isFetchNextPageError ? 'Couldn’t load more.' : !hasNextPage && endText}</p>
      {hasNextPage && !isFetchingNextPage && (
        <Button
          variant={isFetchNextPageError ? 'secondary' : 'quiet'}
          size="sm"
          onClick={() => void fetchNextPage()}
          className="mt-2"
        >
          {isFetchNextPageError ? 'Try again' : 'Load more'}
        </Button>
      )}
    </div>
  )
}
