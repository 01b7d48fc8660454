import { type ChartPoint, getTotal } from './series.ts'

const DAYS_PER_WEEK = 7

/** Sums days into weeks that end today, each named by its first day. The first week takes the remaining days. */
export function groupByWeek(days: readonly ChartPoint[]): ChartPoint[] {
  const remainder = days.length % DAYS_PER_WEEK
  return Array.from({ length: Math.floor(days.length / DAYS_PER_WEEK) }, (_, week) => {
    const start = week === 0 ? 0 : remainder + week * DAYS_PER_WEEK
    const weekDays = days.slice(start, remainder + (week + 1) * DAYS_PER_WEEK)
    const [first] = weekDays
    return {
      day: first?.day ?? '',
      values: (first?.values ?? []).map((_value, index) => getTotal(weekDays, index)),
    }
  })
}
