import { Icon } from '#web/ui/icons/icon.tsx'

const MARK_CLASSES = {
  done: 'bg-success text-[var(--on-success)]',
  now: 'border-[1.5px] border-accent-text text-accent-text',
  open: 'border border-border-strong text-muted',
}

export function LessonMark({ state, number }: { state: keyof typeof MARK_CLASSES; number: number }) {
  return (
    <span
      className={`grid size-5.5 shrink-0 place-items-center rounded-full text-[0.6875rem] leading-none font-semibold ${MARK_CLASSES[state]}`}
    >
      {state === 'done' && <Icon name="check" size={13} />}
      {state === 'now' && <span className="ml-0.5 border-y-4 border-l-[6px] border-y-transparent border-l-current" />}
      {state === 'open' && number}
    </span>
  )
}

export function ProgressBar({ fraction, className = '' }: { fraction: number; className?: string }) {
  return (
    <span aria-hidden="true" className={`block h-1.5 overflow-hidden rounded-full bg-raised ${className}`}>
      <span
        className="block h-full origin-left rounded-full bg-chart transition-transform duration-240 ease-out"
        style={{ transform: `scaleX(${fraction})` }}
      />
    </span>
  )
}
