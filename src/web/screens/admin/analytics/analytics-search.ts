import { ANALYTICS_RANGES, type AnalyticsRange } from '#contract/choices.ts'
import { parseIdSegment } from '#contract/paths.ts'

/** Reads `?days=` and, for the funnel, `?course=` (0 when none is chosen). */
export function parseAnalyticsSearch(search: URLSearchParams): { days: AnalyticsRange; courseId: number } {
  const days = ANALYTICS_RANGES.find((range) => String(range) === search.get('days')) ?? 30
  return { days, courseId: parseIdSegment(search.get('course') ?? '') }
}
