// What a certificate says, the same on paper and on its page.

/** The default above the title, which a path's certificate replaces by its own. */
export const COURSE_TEXT = 'has completed the course'
export const PATH_TEXT = 'has completed the learning path'

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export const formatCertificateDay = (instant: string) => dateFormat.format(new Date(instant))

/** "2 hours 15 minutes"; null when no duration is known. */
export function formatLessonTime(seconds: number): string | null {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return null
  const parts = [toCount(Math.floor(minutes / 60), 'hour'), toCount(minutes % 60, 'minute')]
  return parts.filter((part) => part !== null).join(' ')
}

const toCount = (count: number, unit: string) => (count === 0 ? null : `${count} ${unit}${count === 1 ? '' : 's'}`)

/** "Completed on 4 March 2026 · 2 hours 15 minutes of lessons" */
export function formatCompletion({ finished_date, duration }: { finished_date: string; duration: number }): string {
  const time = formatLessonTime(duration)
  return `Completed on ${formatCertificateDay(finished_date)}${time === null ? '' : ` · ${time} of lessons`}`
}
