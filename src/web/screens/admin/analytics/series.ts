import type { DayCounts } from '#contract/schemas/analytics.ts'

/** The three lines of the chart, in their colours (tokens.css). One is dashed, for those to whom amber and green are alike. */
export const SERIES = [
  { key: 'signups', label: 'Sign-ups', colour: '--info', isDashed: false },
  { key: 'enrollments', label: 'Enrollments', colour: '--accent', isDashed: false },
  { key: 'completions', label: 'Completions', colour: '--success', isDashed: true },
] as const satisfies { key: keyof DayCounts; label: string; colour: string; isDashed: boolean }[]

export type SeriesKey = (typeof SERIES)[number]['key']

const COUNT_FORMAT = new Intl.NumberFormat('en-US')
const SHORT_DAY_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const LONG_DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export const formatCount = (count: number) => COUNT_FORMAT.format(count)
export const formatShortDay = (day: string) => SHORT_DAY_FORMAT.format(new Date(day))
const formatLongDay = (day: string) => LONG_DAY_FORMAT.format(new Date(day))

export const getTotal = (days: readonly DayCounts[], key: SeriesKey) => days.reduce((sum, day) => sum + day[key], 0)

/** What a point of the chart stands for: a day, or a week by its first. */
export const getPointLabel = ({ day }: DayCounts, isWeekly: boolean) =>
  isWeekly ? `Week of ${formatLongDay(day)}` : formatLongDay(day)

/** A point in words: “Nov 21, 2026: Sign-ups 1, Enrollments 12, Completions 0”. */
export function describePoint(point: DayCounts, isWeekly: boolean, visibleKeys: readonly SeriesKey[]): string {
  const counts = SERIES.filter(({ key }) => visibleKeys.includes(key)).map(
    ({ key, label }) => `${label} ${formatCount(point[key])}`,
  )
  return [getPointLabel(point, isWeekly), counts.join(', ')].filter(Boolean).join(': ')
}
