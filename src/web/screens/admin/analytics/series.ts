import type { DayCounts } from '#contract/analytics.ts'

/** The three lines of the chart, in their colours (tokens.css). */
export const SERIES = [
  { key: 'signups', label: 'Sign-ups', colour: '--info' },
  { key: 'enrollments', label: 'Enrollments', colour: '--accent' },
  { key: 'completions', label: 'Completions', colour: '--success' },
] as const satisfies { key: keyof DayCounts; label: string; colour: string }[]

export type SeriesKey = (typeof SERIES)[number]['key']

const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export const shortDay = (day: string | number) => SHORT.format(new Date(day))
export const longDay = (day: string | number) => LONG.format(new Date(day))

export const totalOf = (days: readonly DayCounts[], key: SeriesKey) => days.reduce((sum, day) => sum + day[key], 0)
