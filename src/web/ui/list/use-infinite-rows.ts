import { useInfiniteScroll } from './use-infinite-scroll.ts'

/** An infinite query, or an object of the same shape around loaded rows. */
export interface InfiniteList<Row> {
  data: { pages: readonly { msg: readonly Row[] }[] } | undefined
  isError: boolean
  isFetching: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

interface InfiniteRows<Row> {
  rows: Row[]
  /** The ref of the last row, which loads more once it is fully visible. */
  lastRowRef: (element: Element | null) => void
}

/** The rows without duplicates: a row added on the server moves others onto the next page. */
export function useInfiniteRows<Row>(
  list: InfiniteList<Row>,
  getRowId: (row: Row) => number | string,
): InfiniteRows<Row> {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const lastRowRef = useInfiniteScroll(
    hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
    () => void fetchNextPage(),
  )
  const rows = [...new Map(data?.pages.flatMap(({ msg }) => msg).map((row) => [getRowId(row), row])).values()]
  return { rows, lastRowRef }
}
