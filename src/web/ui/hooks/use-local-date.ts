import { formatDate, formatMediumDate } from '#web/ui/format/format-date.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * Formats the date of an instant that an admin chose as a local time, or of a deadline: in UTC until hydration, then in the
 * browser's zone.
 */
export function useLocalDate(dateStyle: 'long' | 'medium'): (instant: string) => string {
  if (!useHydrated()) return dateStyle === 'long' ? formatDate : formatMediumDate
  const format = new Intl.DateTimeFormat('en-US', { dateStyle })
  return (instant) => format.format(new Date(instant))
}
