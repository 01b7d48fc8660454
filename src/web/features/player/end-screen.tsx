import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'

const COUNTDOWN_S = 8

export interface LessonEnd {
  nextTitle: string | null
  /** What is said where no lesson follows. */
  endText: string
  isCompleted: boolean
  onNext: () => void
  onCompleteAndNext: (() => void) | null
}

interface EndScreenProps extends LessonEnd {
  onReplay: () => void
}

/** A completed lesson continues to the next after a countdown. */
export function EndScreen({ nextTitle, endText, isCompleted, onNext, onCompleteAndNext, onReplay }: EndScreenProps) {
  const countdown = useCountdown(isCompleted && nextTitle !== null, onNext)
  // The player takes the focus of “Watch again”.
  const box = useFocusOnUnmount<HTMLDivElement>(0)
  const shouldOfferCompletion = !isCompleted && onCompleteAndNext !== null
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="absolute inset-0 grid place-content-center justify-items-center gap-4 bg-black/80 p-6 pb-16 text-center wrap-anywhere text-white outline-none"
    >
      <p className="font-display text-xl font-semibold">{nextTitle ? `Next: ${nextTitle}` : endText}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {shouldOfferCompletion && (
          <CompleteButton
            label={nextTitle ? 'Mark as completed and continue' : 'Mark as completed'}
            onClick={onCompleteAndNext}
          />
        )}
        {nextTitle && (
          <Button
            variant={shouldOfferCompletion ? 'secondary' : 'primary'}
            onClick={onNext}
            className={shouldOfferCompletion ? 'text-white hover:bg-white/15' : ''}
          >
            Next lesson{countdown.secondsLeft !== null && ` in ${countdown.secondsLeft}`}
          </Button>
        )}
        {countdown.secondsLeft === null ? (
          <Button variant="quiet" onClick={onReplay} className="text-white hover:bg-white/15 hover:text-white">
            Watch again
          </Button>
        ) : (
          <Button variant="quiet" onClick={countdown.stop} className="text-white hover:bg-white/15 hover:text-white">
            Stay here
          </Button>
        )}
      </div>
    </div>
  )
}

function CompleteButton({ label, onClick }: { label: string; onClick: () => void }) {
  const button = useFocusOnUnmount<HTMLButtonElement>()
  return (
    <Button ref={button} onClick={onClick}>
      {label}
    </Button>
  )
}

/** The player's own seek bar and speed stay focused after their use. */
const TEXT_FIELDS = 'input:not([type=range]), textarea, [contenteditable]'

const isWriting = () => document.activeElement?.matches(TEXT_FIELDS) ?? false

/** Null once stopped, while the student writes elsewhere on the page, and always with reduced motion. */
function useCountdown(isEnabled: boolean, onZero: () => void): { secondsLeft: number | null; stop: () => void } {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(() =>
    isEnabled && !isWriting() && !window.matchMedia('(prefers-reduced-motion: reduce)').matches ? COUNTDOWN_S : null,
  )
  useEffect(() => {
    if (secondsLeft === null) return
    const second = setTimeout(() => {
      if (isWriting()) return setSecondsLeft(null)
      setSecondsLeft(secondsLeft === 1 ? null : secondsLeft - 1)
      if (secondsLeft === 1) onZero()
    }, 1_000)
    return () => clearTimeout(second)
  }, [secondsLeft, onZero])
  return { secondsLeft, stop: () => setSecondsLeft(null) }
}
