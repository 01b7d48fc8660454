import type { DayCounts } from '#contract/schemas/analytics.ts'

const DAYS_PER_WEEK = 7

/** Days summed up by weeks that end today, each under its first day. What is over at the beginning belongs to the first. */
export function groupByWeek(days: readonly DayCounts[]): DayCounts[] {
  const remainder = days.length % DAYS_PER_WEEK
  return Array.from({ length: Math.floor(days.length / DAYS_PER_WEEK) }, (_, week) => {
    const start = week === 0 ? 0 : remainder + week * DAYS_PER_WEEK
    const weekDays = days.slice(start, remainder + (week + 1) * DAYS_PER_WEEK)
    const sum = (key: 'signups' | 'enrollments' | 'completions') => weekDays.reduce((total, day) => total + day[key], 0)
    return {
      day: weekDays[0]?.day ?? '',
      signups: sum('signups'),
      enrollments: sum('enrollments'),
      completions: sum('completions'),
    }
  })
}
