import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { CallOutput } from '#contract/contract.ts'
import { query } from '#web/data/api.ts'
import { describePollError, isAccessError } from '#web/features/panels/poll-error.ts'
import { formatCount } from '#web/ui/format/format-count.ts'

const POLL_MS = 1_000
/** Screen readers must not announce every change. */
const ANNOUNCE_INTERVAL_MS = 30_000

const COUNTERS = [
  { key: 'users', label: 'Users' },
  { key: 'active_users', label: 'Active' },
  { key: 'inactive_users', label: 'Inactive' },
  { key: 'courses', label: 'Courses' },
  { key: 'reviews', label: 'Reviews' },
  { key: 'blogs', label: 'Blogs' },
] as const satisfies { key: keyof CallOutput<'getAnalystic'>; label: string }[]

/** Refetched every second while the page is visible. */
export function Counters() {
  const { data, error } = useQuery({
    ...query('getAnalystic', {}),
    refetchInterval: ({ state }) => (isAccessError(state.error) ? false : POLL_MS),
  })
  const counts = data?.msg
  const announcement = useThrottledText(
    counts ? `${formatCount(counts.users, 'user')}, ${formatCount(counts.active_users)} active` : '',
  )
  return (
    <section aria-label="Totals">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 min-[96rem]:grid-cols-6">
        {COUNTERS.map(({ key, label }) => (
          <Counter key={key} label={label}>
            {counts && formatCount(counts[key])}
          </Counter>
        ))}
        <div className="col-span-full flex gap-2 text-sm text-muted">
          <dt>Uptime</dt>
          <dd className="tabular-nums">{counts && <Uptime seconds={counts.time} />}</dd>
        </div>
      </dl>
      <p className="mt-1 text-sm text-muted">
        Active users have an open session on at least one device. Inactive users have none.
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <p role="status" className="text-sm text-danger not-empty:mt-3">
        {error && describePollError(error)}
      </p>
    </section>
  )
}

/** The text as it was at the last announcement. */
function useThrottledText(text: string): string {
  const [announcement, setAnnouncement] = useState(text)
  const announce = useEffectEvent(() => setAnnouncement(text))
  useEffect(() => {
    const timer = setInterval(() => announce(), ANNOUNCE_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return announcement
}

function Counter({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="card px-4 py-3.5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 h-9 font-display text-3xl leading-9 font-semibold whitespace-nowrap tabular-nums">
        {children ?? <span aria-hidden="true" className="skeleton block h-8 w-16" />}
      </dd>
    </div>
  )
}

function Uptime({ seconds }: { seconds: number }) {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  const parts = [
    [days, 'd'],
    [hours, 'h'],
    [minutes, 'm'],
    [seconds % 60, 's'],
  ] as const
  return (
    <>
      {parts.map(([value, unit]) => (
        <span key={unit} className="mr-1.5 last:mr-0">
          {unit === 'd' ? value : String(value).padStart(2, '0')}
          {unit}
        </span>
      ))}
    </>
  )
}
