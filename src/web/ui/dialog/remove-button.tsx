import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'

interface RemoveButtonProps {
  /** What is removed, for those who hear only the button: “your review”. */
  itemName: string
  /** Absent where what is removed goes at once. */
  isPending?: boolean
  onRemove: () => void
}

const focusOnMount = (button: HTMLButtonElement | null) => button?.focus()

/** Removes after asking once, in its own place. */
export function RemoveButton({ itemName, isPending = false, onRemove }: RemoveButtonProps) {
  const [step, setStep] = useState<'not yet' | 'now' | 'no more'>('not yet')
  if (step !== 'now') {
    return (
      <Button
        ref={step === 'no more' ? focusOnMount : undefined}
        variant="quiet"
        size="sm"
        aria-label={`Remove ${itemName}`}
        onClick={() => setStep('now')}
      >
        Remove
      </Button>
    )
  }
  const cancel = () => setStep('no more')
  return (
    <span role="group" aria-label={`Remove ${itemName} for good?`} className="flex flex-wrap items-center gap-x-2">
      <span className="px-3.5 py-1 text-sm max-sm:w-full">Remove it for good?</span>
      <Button
        variant="danger"
        size="sm"
        className="max-sm:ml-3.5"
        aria-disabled={isPending}
        onClick={() => !isPending && onRemove()}
      >
        {isPending ? 'Removing …' : 'Yes, remove'}
      </Button>
      <Button
        ref={focusOnMount}
        variant="quiet"
        size="sm"
        onClick={cancel}
        onKeyDown={({ key }) => key === 'Escape' && cancel()}
      >
        Keep
      </Button>
    </span>
  )
}
