import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'

interface Outcome {
  look: 'success' | 'error'
  text: string
}

interface OutcomeProps {
  success: string | undefined
  error: Error | null
  /** A link that stands with the error. */
  wayOn?: ReactNode
}

/** What a form's sending came to, from its mutation: a new one each time, so that a dismissed one can come again. */
export function OutcomeBanner({ success, error, wayOn }: OutcomeProps) {
  const [dismissed, setDismissed] = useState<Outcome | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const outcome = useMemo<Outcome | null>(() => {
    if (error) return { look: 'error', text: error.message }
    return success === undefined ? null : { look: 'success', text: success }
  }, [success, error])
  const dismiss = () => {
    setDismissed(outcome)
    // The button that had the focus is gone: what comes next is another try, or the way on.
    const form = place.current?.closest('form')
    const next = form?.querySelector<HTMLElement>('[type=submit]') ?? form?.querySelector('a')
    next?.focus()
  }
  // There before there is anything to say: only what comes into a live region is announced for sure.
  return (
    <div ref={place} aria-live="polite" className="not-empty:mb-5">
      {outcome && outcome !== dismissed && (
        <Banner look={outcome.look} text={outcome.text} wayOn={error && wayOn} onDismiss={dismiss} />
      )}
    </div>
  )
}
