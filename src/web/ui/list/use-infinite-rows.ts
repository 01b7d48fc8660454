import { useInfiniteScroll } from './use-infinite-scroll.ts'

/** What a list that loads as one comes to its end is made of: an infinite query, or rows that are here already. */
export interface InfiniteList<Row> {
  data: { pages: readonly { msg: readonly Row[] }[] } | undefined
  isError: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

interface InfiniteRows<Row> {
  rows: Row[]
  /** The ref of the last row: once it is fully visible, more is loaded. */
  lastRowRef: (element: Element | null) => void
}

/** The rows of such a list, each once: what was added meanwhile moves others onto the next page. */
export function useInfiniteRows<Row>(list: InfiniteList<Row>, getRowId: (row: Row) => number): InfiniteRows<Row> {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const lastRowRef = useInfiniteScroll(
    hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
    () => void fetchNextPage(),
  )
  const rows = [...new Map(data?.pages.flatMap(({ msg }) => msg).map((row) => [getRowId(row), row])).values()]
  return { rows, lastRowRef }
}
