import { type ReactNode, useRef } from 'react'
import { Icon } from './icons/icon.tsx'

interface BannerProps {
  variant: 'success' | 'error'
  text: string
  /** A link to the next step. */
  action?: ReactNode
  onDismiss?: () => void
}

/** The outcome of an action, announced by screen readers when it appears. */
export function Banner({ variant, text, action, onDismiss }: BannerProps) {
  const isError = variant === 'error'
  const banner = useRef<HTMLDivElement>(null)
  const dismiss = () => {
    if (banner.current) focusBeside(banner.current)
    onDismiss?.()
  }
  return (
    <div
      ref={banner}
      role={isError ? 'alert' : 'status'}
      className={`flex items-start gap-2.5 rounded-control border px-3.5 py-2.5 text-sm ${isError ? 'border-danger/50 bg-[var(--danger-wash)] text-danger' : 'border-success/50 bg-[var(--success-wash)] text-success'}`}
    >
      <Icon name={isError ? 'alert' : 'check'} size={18} className="mt-0.5" />
      <p className="flex-1">
        {text}
        {action && <> {action}</>}
      </p>
      {onDismiss && (
        <button
          type="button"
          aria-label="Dismiss"
          onClick={dismiss}
          className="-m-1 grid size-8 shrink-0 place-items-center rounded-control hover:bg-raised"
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  )
}

/** Its button had the focus, and leaves with it. */
function focusBeside(banner: HTMLElement): void {
  const area = banner.closest('form') ?? banner.closest('section, article')
  const find = (selector: string) =>
    [...(area?.querySelectorAll<HTMLElement>(selector) ?? [])].find((control) => !banner.contains(control))
  const next = find('[type=submit]') ?? find('a') ?? find('button')
  if (next) next.focus()
  else banner.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
}
