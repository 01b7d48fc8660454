import { useHydrated } from './hooks/use-hydrated.ts'

const UTC_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

interface EventTimeProps {
  at: string
  /** Where days in UTC stand beside it. */
  hasUtcTitle?: boolean
}

/** Date and time, in UTC until hydration: only the browser knows the time zone. */
export function EventTime({ at, hasUtcTitle = false }: EventTimeProps) {
  const date = new Date(at)
  const isHydrated = useHydrated()
  const format = isHydrated ? new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }) : UTC_FORMAT
  return (
    <time dateTime={at} title={hasUtcTitle ? `${UTC_FORMAT.format(date)} UTC` : undefined}>
      {format.format(date)}
    </time>
  )
}
