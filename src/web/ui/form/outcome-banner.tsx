import { type ReactNode, useMemo, useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'

interface Outcome {
  variant: 'success' | 'error'
  text: string
}

interface OutcomeBannerProps {
  success: string | undefined
  error: Error | null
  /** A link shown with the error. */
  action?: ReactNode
  /** The distance from what is beside it. */
  className?: string
}

/** The outcome of a form's or section's mutation. A dismissed banner shows again for the next outcome. */
export function OutcomeBanner({ success, error, action, className = 'not-empty:mb-5' }: OutcomeBannerProps) {
  const [dismissed, setDismissed] = useState<Outcome | null>(null)
  const outcome = useMemo<Outcome | null>(() => {
    if (error) return { variant: 'error', text: error.message }
    return success === undefined ? null : { variant: 'success', text: success }
  }, [success, error])
  // Rendered while empty, because only changes of an existing live region are announced.
  return (
    <div aria-live="polite" className={className}>
      {outcome && outcome !== dismissed && (
        <Banner
          variant={outcome.variant}
          text={outcome.text}
          action={error && action}
          onDismiss={() => setDismissed(outcome)}
        />
      )}
    </div>
  )
}
