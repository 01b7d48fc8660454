// spec.md, section 9: en-US long form with a 12-hour clock. Times are in the user's own time zone.
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' })
const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true })
const DATE_TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', hour12: true })
const SHORT_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const SHORT_WITH_YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** "Saturday, November 21, 2026" */
export const formatDay = (instant: string): string => DAY.format(new Date(instant))

/** "9:30 AM" */
export const formatTime = (instant: string): string => TIME.format(new Date(instant))

/** "November 21, 2026 at 9:30 AM" */
export const formatDateTime = (instant: string): string => DATE_TIME.format(new Date(instant))

/** For lists: a time today, a day this year, otherwise a full date. */
export function formatShortDate(instant: string, now: Date): string {
  const date = new Date(instant)
  if (date.toDateString() === now.toDateString()) return TIME.format(date)
  return (date.getFullYear() === now.getFullYear() ? SHORT_DAY : SHORT_WITH_YEAR).format(date)
}
