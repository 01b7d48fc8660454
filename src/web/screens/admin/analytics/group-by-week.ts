import type { DayCounts } from '#contract/schemas/analytics.ts'

const DAYS_PER_WEEK = 7

/** Sums days into weeks that end today, each named by its first day. The first week takes the remaining days. */
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
