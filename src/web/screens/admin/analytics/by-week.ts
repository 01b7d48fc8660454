import type { DayCounts } from '#contract/schemas/analytics.ts'

const WEEK = 7

/** Days summed up by weeks that end today, each under its first day. What is over at the beginning belongs to the first. */
export function byWeek(days: readonly DayCounts[]): DayCounts[] {
  const over = days.length % WEEK
  return Array.from({ length: Math.floor(days.length / WEEK) }, (_, week) => {
    const start = week === 0 ? 0 : over + week * WEEK
    const within = days.slice(start, over + (week + 1) * WEEK)
    const sum = (key: 'signups' | 'enrollments' | 'completions') => within.reduce((total, day) => total + day[key], 0)
    return {
      day: within[0]?.day ?? '',
      signups: sum('signups'),
      enrollments: sum('enrollments'),
      completions: sum('completions'),
    }
  })
}
