import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#web/data/api.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { dismissWarning, getDismissedWarnings } from './dismissed-warnings.ts'

const REFETCH_MS = 5 * 60_000

/** What is wrong with the set-up of the site, on every page of the dashboard until it is dismissed. */
export function SiteWarnings() {
  const { data } = useQuery({ ...query('getSiteWarnings', {}), staleTime: REFETCH_MS, refetchInterval: REFETCH_MS })
  const [dismissed, setDismissed] = useState(getDismissedWarnings)
  const warnings = (data?.msg ?? []).filter(({ code }) => !dismissed.includes(code))
  if (warnings.length === 0) return null
  return (
    <section aria-label="Site warnings" className="space-y-2 px-4 pt-4 md:px-8">
      {warnings.map(({ code, text }) => (
        <div
          key={code}
          role="status"
          className="flex items-start gap-2.5 rounded-control border border-accent/50 bg-[var(--accent-wash)] px-3.5 py-2.5 text-sm"
        >
          <Icon name="alert" size={18} className="mt-0.5 text-accent-text" />
          <p className="min-w-0 flex-1 wrap-anywhere">{text}</p>
          <button
            type="button"
            aria-label="Dismiss"
            onClick={() => setDismissed(dismissWarning(code))}
            className="-m-1 grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </section>
  )
}
