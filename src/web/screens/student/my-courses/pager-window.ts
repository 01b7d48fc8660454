export const PAGES_PER_WINDOW = 5

export interface PagerWindow {
  /** The page numbers of the current window. */
  pages: number[]
  /** The last page of the previous window and the first of the next. */
  before: number | null
  after: number | null
}

/** Numbered pagination in windows of five: 1–5, 6–10, and so on. */
export function getPagerWindow(current: number, pageCount: number): PagerWindow {
  const first = Math.floor((current - 1) / PAGES_PER_WINDOW) * PAGES_PER_WINDOW + 1
  const last = Math.min(first + PAGES_PER_WINDOW - 1, pageCount)
  return {
    pages: Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index),
    before: first > 1 ? first - 1 : null,
    after: last < pageCount ? last + 1 : null,
  }
}
