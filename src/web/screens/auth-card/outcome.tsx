import { useMemo, useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'

interface Outcome {
  look: 'success' | 'error'
  text: string
}

/** What a form's sending came to, from its mutation: a new one each time, so that a dismissed one can come again. */
export function OutcomeBanner({ success, error }: { success: string | undefined; error: Error | null }) {
  const [dismissed, setDismissed] = useState<Outcome | null>(null)
  const outcome = useMemo<Outcome | null>(() => {
    if (error) return { look: 'error', text: error.message }
    return success === undefined ? null : { look: 'success', text: success }
  }, [success, error])
  if (!outcome || outcome === dismissed) return null
  return <Banner look={outcome.look} text={outcome.text} onDismiss={() => setDismissed(outcome)} />
}
