import type { DehydratedState } from '@tanstack/react-query'

/** What the browser's dates of data have over the server's, in milliseconds: the difference of the clocks, and the way here. */
let lead = 0

/** Dates the data of a page that has just arrived by the browser's clock, and as new as the page is here. */
export function dateByBrowser({ queries }: DehydratedState): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // From the browser's own cache, as after Back, the page is older.
  if (navigation?.transferSize === 0) return
  lead = Date.now() - (queries.at(-1)?.dehydratedAt ?? 0)
  for (const { state } of queries) state.dataUpdatedAt += lead
}

/** The server's time when a query was answered, which its page was rendered with, too. @param dataUpdatedAt of the query */
export const toServerTime = (dataUpdatedAt: number): number => dataUpdatedAt - lead
