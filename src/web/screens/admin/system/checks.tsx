import type { CheckArea } from '#contract/choices.ts'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { StatusBadge } from './check-status.tsx'
import { SystemSection } from './system-section.tsx'

const AREA_NAMES: Record<CheckArea, string> = {
  server: 'Server',
  settings: 'Settings',
  database: 'Database',
  disk: 'Disk',
  mail: 'Email',
  network: 'Network',
  backups: 'Backups',
}

/** What needs attention is open; what is well is one line that opens. */
export function Checks({ checks }: { checks: readonly SystemCheck[] }) {
  const attention = checks.filter(({ status }) => status !== 'ok')
  const passed = checks.filter(({ status }) => status === 'ok')
  return (
    <SystemSection
      title="Checks"
      description={
        <>
          Run while this page is open, and by <code>npm run doctor</code>.
        </>
      }
    >
      {attention.length > 0 && (
        <ul aria-label="Needs attention" className="mt-4 divide-y divide-border">
          {attention.map((check) => (
            <CheckRow key={check.code} check={check} />
          ))}
        </ul>
      )}
      <details className="group mt-4">
        <summary className="inline-flex min-h-8 cursor-pointer items-center rounded-control text-sm font-semibold text-accent-text underline-offset-4 hover:underline">
          <AnyIcon name="chevron-right" size={16} className="mr-1 transition group-open:rotate-90" />
          {formatCount(passed.length, 'check')} passed
        </summary>
        <ul aria-label="Passed" className="mt-2 divide-y divide-border">
          {passed.map((check) => (
            <CheckRow key={check.code} check={check} />
          ))}
        </ul>
      </details>
    </SystemSection>
  )
}

function CheckRow({ check: { area, status, title, text } }: { check: SystemCheck }) {
  return (
    <li className="grid gap-x-5 gap-y-1 py-3 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      <div>
        <StatusBadge status={status} />
      </div>
      <div className="min-w-0 text-sm">
        <p className="font-medium">
          {title} <span className="font-normal text-muted">· {AREA_NAMES[area]}</span>
        </p>
        <p className="mt-0.5 text-muted wrap-anywhere">{text}</p>
      </div>
    </li>
  )
}
