import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'

interface Outcome {
  variant: 'success' | 'error'
  text: string
}

interface OutcomeBannerProps {
  success: string | undefined
  error: Error | null
  /** A link that stands with the error. */
  action?: ReactNode
}

/** What a form's sending came to, from its mutation: a new one each time, so that a dismissed one can come again. */
export function OutcomeBanner({ success, error, action }: OutcomeBannerProps) {
  const [dismissed, setDismissed] = useState<Outcome | null>(null)
  const container = useRef<HTMLDivElement>(null)
  const outcome = useMemo<Outcome | null>(() => {
    if (error) return { variant: 'error', text: error.message }
    return success === undefined ? null : { variant: 'success', text: success }
  }, [success, error])
  const dismiss = () => {
    setDismissed(outcome)
    // The button that had the focus is gone: what comes next is another try, or the way on.
    const form = container.current?.closest('form')
    const next = form?.querySelector<HTMLElement>('[type=submit]') ?? form?.querySelector('a')
    next?.focus()
  }
  // There before there is anything to say: only what comes into a live region is announced for sure.
  return (
    <div ref={container} aria-live="polite" className="not-empty:mb-5">
      {outcome && outcome !== dismissed && (
        <Banner variant={outcome.variant} text={outcome.text} action={error && action} onDismiss={dismiss} />
      )}
    </div>
  )
}
