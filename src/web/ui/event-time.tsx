import { useHydrated } from './hooks/use-hydrated.ts'

const UTC_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** Date and time, in UTC until hydration: only the browser knows the time zone. */
export function EventTime({ at }: { at: string }) {
  const isHydrated = useHydrated()
  const format = isHydrated ? new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }) : UTC_FORMAT
  return <time dateTime={at}>{format.format(new Date(at))}</time>
}
