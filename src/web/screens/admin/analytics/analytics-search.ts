import { ANALYTICS_RANGES, type AnalyticsRange } from '#contract/analytics-ranges.ts'
import { idOfSegment } from '#contract/paths.ts'

/** What the panel shows, as its address says it: `?days=` and, for the funnel, `?course=` (0 when none is chosen). */
export function analyticsSearch(search: URLSearchParams): { days: AnalyticsRange; courseId: number } {
  const days = ANALYTICS_RANGES.find((range) => String(range) === search.get('days')) ?? 30
  return { days, courseId: idOfSegment(search.get('course') ?? '') }
}
