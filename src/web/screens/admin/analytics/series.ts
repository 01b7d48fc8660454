import type { DayCounts } from '#contract/schemas/analytics.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import { formatMediumDate } from '#web/ui/format/format-date.ts'

/** Colors are variables of tokens.css. One line is dashed: color-blind users cannot tell amber from green. */
export const SERIES = [
  { key: 'signups', label: 'Sign-ups', color: '--info', isDashed: false },
  { key: 'enrollments', label: 'Enrollments', color: '--chart', isDashed: false },
  { key: 'completions', label: 'Completions', color: '--success', isDashed: true },
] as const satisfies { key: keyof DayCounts; label: string; color: string; isDashed: boolean }[]

export type SeriesKey = (typeof SERIES)[number]['key']

const SHORT_DAY_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

export const formatShortDay = (day: string) => SHORT_DAY_FORMAT.format(new Date(day))

export const getTotal = (days: readonly DayCounts[], key: SeriesKey) => days.reduce((sum, day) => sum + day[key], 0)

export const getPointLabel = ({ day }: DayCounts, isWeekly: boolean) =>
  isWeekly ? `Week of ${formatMediumDate(day)}` : formatMediumDate(day)

/** `Nov 21, 2026: Sign-ups 1, Enrollments 12, Completions 0` */
export function describePoint(point: DayCounts, isWeekly: boolean, visibleKeys: readonly SeriesKey[]): string {
  const counts = SERIES.filter(({ key }) => visibleKeys.includes(key)).map(
    ({ key, label }) => `${label} ${formatCount(point[key])}`,
  )
  return [getPointLabel(point, isWeekly), counts.join(', ')].filter(Boolean).join(': ')
}
