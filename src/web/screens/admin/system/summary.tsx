import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { describePollError } from '#web/features/panels/poll-error.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { STATUS_STYLES } from './check-status.tsx'

interface SummaryProps {
  checks: readonly SystemCheck[]
  /** Of the last attempt to read the state again: what is shown may be over. */
  error: Error | null
}

/** The whole state in one sentence. */
export function Summary({ checks, error }: SummaryProps) {
  const problems = checks.filter(({ status }) => status === 'error').length
  const warnings = checks.filter(({ status }) => status === 'warning').length
  const { icon, badge } = STATUS_STYLES[problems > 0 ? 'error' : warnings > 0 || error ? 'warning' : 'ok']
  return (
    <p
      role="status"
      className={`flex items-center gap-3 rounded-panel border px-5 py-4 font-display text-xl font-semibold sm:text-2xl ${badge}`}
    >
      <AnyIcon name={icon} size={28} />
      {error ? describePollError(error) : describe(problems, warnings)}
    </p>
  )
}

function describe(problems: number, warnings: number): string {
  if (problems === 0 && warnings === 0) return 'Everything works'
  const parts = [
    ...(problems > 0 ? [formatCount(problems, 'problem')] : []),
    ...(warnings > 0 ? [formatCount(warnings, 'warning')] : []),
  ]
  return parts.join(' and ')
}
