import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'

interface RemoveButtonProps {
  /** What is removed, for those who hear only the button: “your review”. */
  what: string
  /** Absent where what is removed goes at once. */
  isPending?: boolean
  onRemove: () => void
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

/** Removes after asking once, in its own place. */
export function RemoveButton({ what, isPending = false, onRemove }: RemoveButtonProps) {
  const [asks, setAsks] = useState<'not yet' | 'now' | 'no more'>('not yet')
  if (asks !== 'now') {
    return (
      <Button
        ref={asks === 'no more' ? takeFocus : undefined}
        look="quiet"
        size="sm"
        aria-label={`Remove ${what}`}
        onClick={() => setAsks('now')}
      >
        Remove
      </Button>
    )
  }
  const keep = () => setAsks('no more')
  return (
    <span role="group" aria-label={`Remove ${what} for good?`} className="flex flex-wrap items-center gap-x-2">
      <span className="px-3.5 py-1 text-sm max-sm:w-full">Remove it for good?</span>
      <Button
        look="danger"
        size="sm"
        className="max-sm:ml-3.5"
        aria-disabled={isPending}
        onClick={() => !isPending && onRemove()}
      >
        {isPending ? 'Removing …' : 'Yes, remove'}
      </Button>
      <Button ref={takeFocus} look="quiet" size="sm" onClick={keep} onKeyDown={({ key }) => key === 'Escape' && keep()}>
        Keep
      </Button>
    </span>
  )
}
