import type { CheckStatus } from '#contract/choices.ts'
import { AnyIcon, type AnyIconName } from '#web/ui/icons/any-icon.tsx'

interface StatusStyle {
  word: string
  icon: AnyIconName
  text: string
  badge: string
}

export const STATUS_STYLES: Record<CheckStatus, StatusStyle> = {
  ok: {
    word: 'OK',
    icon: 'check',
    text: 'text-success',
    badge: 'border-success/50 bg-[var(--success-wash)] text-success',
  },
  warning: {
    word: 'Warning',
    icon: 'warning',
    text: 'text-accent-text',
    badge: 'border-accent/50 bg-[var(--accent-wash)] text-accent-text',
  },
  error: {
    word: 'Problem',
    icon: 'alert',
    text: 'text-danger',
    badge: 'border-danger/50 bg-[var(--danger-wash)] text-danger',
  },
}

/** A word and a shape besides the colour. */
export function StatusBadge({ status }: { status: CheckStatus }) {
  const { word, icon, badge } = STATUS_STYLES[status]
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1 rounded-full border px-2 py-px text-xs font-semibold ${badge}`}
    >
      <AnyIcon name={icon} size={13} />
      {word}
    </span>
  )
}
