import { Icon } from '#web/ui/icons/icon.tsx'

/** On every step of a payment that is not real. */
export function TestModeBanner() {
  return (
    <p className="mb-6 flex items-center gap-2.5 rounded-control border border-accent-text/50 bg-[var(--accent-wash)] px-3.5 py-2.5 text-sm text-accent-text">
      <Icon name="alert" size={18} />
      Test mode. No money is charged.
    </p>
  )
}
