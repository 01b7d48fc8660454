import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'

interface PagerButtonsProps {
  index: number
  count: number
  onMove: (index: number) => void
  /** Undefined when there is nothing to check. */
  onCheck: (() => Promise<void>) | undefined
  isSubmitting: boolean
  onSubmit: () => void
}

export function PagerButtons({ index, count, onMove, onCheck, isSubmitting, onSubmit }: PagerButtonsProps) {
  const [isChecking, setChecking] = useState(false)
  const isLast = index === count - 1
  async function check() {
    setChecking(true)
    await onCheck?.()
    setChecking(false)
  }
  return (
    <div className="mt-8 flex flex-wrap items-center gap-3 border-t border-border pt-5">
      {index > 0 && (
        <Button variant="secondary" onClick={() => onMove(index - 1)}>
          <Icon name="arrow-left" size={18} />
          Back
        </Button>
      )}
      <div className="ml-auto flex flex-wrap justify-end gap-3">
        {onCheck && (
          <Button aria-disabled={isChecking} onClick={() => isChecking || void check()}>
            {isChecking ? 'Checking…' : 'Check answer'}
          </Button>
        )}
        {isLast ? (
          <Button
            key="submit"
            variant={onCheck ? 'secondary' : 'primary'}
            aria-disabled={isSubmitting}
            // The second half of a double click on “Next” submits nothing.
            onClick={({ detail: clicks }) => isSubmitting || clicks > 1 || onSubmit()}
          >
            <span aria-live="polite">{isSubmitting ? 'Submitting…' : 'Submit'}</span>
          </Button>
        ) : (
          <Button key="next" variant={onCheck ? 'secondary' : 'primary'} onClick={() => onMove(index + 1)}>
            Next
            <Icon name="arrow-right" size={18} />
          </Button>
        )}
      </div>
    </div>
  )
}
