const DAY_MS = 86_400_000

export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

const [SUNDAY, SATURDAY] = [0, 6]

/**
 * Enrolling has a weekly rhythm: two of three who would come at a weekend come two days later. Only where that is long
 * before what they do in the course.
 */
export function enrolledDaysAgo(days: number): Date {
  const date = daysAgo(days)
  const isWeekend = [SUNDAY, SATURDAY].includes(date.getUTCDay())
  return isWeekend && days > 10 && Math.floor(days) % 3 > 0 ? daysAgo(days - 2) : date
}
