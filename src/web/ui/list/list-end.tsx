import { Button } from '#web/ui/button.tsx'

interface ListEndProps {
  /** What is said when there is nothing more. */
  words: string
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

/** Below a list that loads as one comes to its end: more is on its way, did not come through, or there is no more. */
export function ListEnd({
  words,
  list: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
}: ListEndProps) {
  return (
    <div className="mt-4 text-sm text-muted">
      {isFetchingNextPage && <div aria-hidden="true" className="skeleton mb-4 h-20" />}
      <p role="status">{isFetchNextPageError ? 'The rest did not come through.' : !hasNextPage && words}</p>
      {hasNextPage && !isFetchingNextPage && (
        <Button
          look={isFetchNextPageError ? 'secondary' : 'quiet'}
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
