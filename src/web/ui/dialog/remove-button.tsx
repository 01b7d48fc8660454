import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'

interface RemoveButtonProps {
  /** Completes the button's accessible name: “your review”. */
  itemName: string
  /** Not needed where the item leaves the page at once. */
  isPending?: boolean
  /** False where the removal can be undone. */
  isPermanent?: boolean
  onRemove: () => void
}

const focusOnMount = (button: HTMLButtonElement | null) => button?.focus()

/** Asks for confirmation in the button's own place. */
export function RemoveButton({ itemName, isPending = false, isPermanent = true, onRemove }: RemoveButtonProps) {
  const [step, setStep] = useState<'initial' | 'confirming' | 'canceled'>('initial')
  if (step !== 'confirming') {
    return (
      <Button
        ref={step === 'canceled' ? focusOnMount : undefined}
        variant="quiet"
        size="sm"
        aria-label={`Remove ${itemName}`}
        onClick={() => setStep('confirming')}
      >
        Remove
      </Button>
    )
  }
  const suffix = isPermanent ? ' permanently?' : '?'
  const cancel = () => setStep('canceled')
  return (
    <span role="group" aria-label={`Remove ${itemName}${suffix}`} className="flex flex-wrap items-center gap-x-2">
      <span className="px-3.5 py-1 text-sm max-sm:w-full">Remove{suffix}</span>
      <Button
        variant="danger"
        size="sm"
        className="max-sm:ml-3.5"
        aria-disabled={isPending}
        onClick={() => !isPending && onRemove()}
      >
        {isPending ? 'Removing…' : 'Yes, remove'}
      </Button>
      <Button
        ref={focusOnMount}
        variant="quiet"
        size="sm"
        onClick={cancel}
        onKeyDown={({ key }) => key === 'Escape' && cancel()}
      >
        Cancel
      </Button>
    </span>
  )
}
