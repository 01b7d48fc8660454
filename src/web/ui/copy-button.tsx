import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'

/** @param label what is copied, for screen readers */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [outcome, setOutcome] = useState<'Copied' | 'Couldn’t copy'>()
  // Denied by the browser, or the page is not on https.
  const copy = () =>
    Promise.resolve(text)
      .then((value) => navigator.clipboard.writeText(value))
      .then(
        () => setOutcome('Copied'),
        () => setOutcome('Couldn’t copy'),
      )
  return (
    <Button variant="quiet" size="sm" onClick={() => void copy()}>
      <span aria-live="polite">{outcome ?? 'Copy'}</span> <span className="sr-only">{label}</span>
    </Button>
  )
}
