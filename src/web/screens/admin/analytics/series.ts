import type { DayCounts } from '#contract/schemas/analytics.ts'

/** The three lines of the chart, in their colours (tokens.css). One is dashed, for those to whom amber and green are alike. */
export const SERIES = [
  { key: 'signups', label: 'Sign-ups', colour: '--info', isDashed: false },
  { key: 'enrollments', label: 'Enrollments', colour: '--accent', isDashed: false },
  { key: 'completions', label: 'Completions', colour: '--success', isDashed: true },
] as const satisfies { key: keyof DayCounts; label: string; colour: string; isDashed: boolean }[]

export type SeriesKey = (typeof SERIES)[number]['key']

const COUNT = new Intl.NumberFormat('en-US')
const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export const shownCount = (count: number) => COUNT.format(count)
export const shortDay = (day: string) => SHORT.format(new Date(day))
const longDay = (day: string) => LONG.format(new Date(day))

export const totalOf = (days: readonly DayCounts[], key: SeriesKey) => days.reduce((sum, day) => sum + day[key], 0)

/** What a point of the chart stands for: a day, or a week by its first. */
export const pointName = ({ day }: DayCounts, isWeekly: boolean) =>
  isWeekly ? `Week of ${longDay(day)}` : longDay(day)

/** A point in words: “Nov 21, 2026: Sign-ups 1, Enrollments 12, Completions 0”. */
export function pointInWords(point: DayCounts, isWeekly: boolean, shown: readonly SeriesKey[]): string {
  const counts = SERIES.filter(({ key }) => shown.includes(key)).map(
    ({ key, label }) => `${label} ${shownCount(point[key])}`,
  )
  return [pointName(point, isWeekly), counts.join(', ')].filter(Boolean).join(': ')
}
