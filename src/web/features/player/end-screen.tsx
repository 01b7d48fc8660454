import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

const COUNTDOWN_S = 8

interface EndScreenProps {
  nextTitle: string | null
  isCompleted: boolean
  onNext: () => void
  onCompleteAndNext: (() => void) | null
  onAgain: () => void
}

/** At a lesson's end: tick it and go on, or go on, or watch again. A completed one goes on by itself unless stopped. */
export function EndScreen({ nextTitle, isCompleted, onNext, onCompleteAndNext, onAgain }: EndScreenProps) {
  const countdown = useCountdown(isCompleted && nextTitle !== null, onNext)
  const asksToComplete = !isCompleted && onCompleteAndNext !== null
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-4 bg-black/80 p-6 pb-16 text-center text-white">
      <p className="font-display text-xl font-semibold">
        {nextTitle ? `Next: ${nextTitle}` : 'That was the last lesson'}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {asksToComplete && (
          <Button onClick={onCompleteAndNext}>
            {nextTitle ? 'Mark as completed and continue' : 'Mark as completed'}
          </Button>
        )}
        {nextTitle && (
          <Button
            look={asksToComplete ? 'secondary' : 'primary'}
            onClick={onNext}
            className={asksToComplete ? 'text-white hover:bg-white/15' : ''}
          >
            Next lesson{countdown.left !== null && ` in ${countdown.left}`}
          </Button>
        )}
        {countdown.left === null ? (
          <Button look="quiet" onClick={onAgain} className="text-white hover:bg-white/15 hover:text-white">
            Watch again
          </Button>
        ) : (
          <Button look="quiet" onClick={countdown.stop} className="text-white hover:bg-white/15 hover:text-white">
            Stay here
          </Button>
        )}
      </div>
    </div>
  )
}

/** Counts down and then does it; null once stopped. People who asked for less motion are not hurried along. */
function useCountdown(isWanted: boolean, onZero: () => void): { left: number | null; stop: () => void } {
  const [left, setLeft] = useState<number | null>(() =>
    isWanted && !window.matchMedia('(prefers-reduced-motion: reduce)').matches ? COUNTDOWN_S : null,
  )
  useEffect(() => {
    if (left === null) return
    const second = setTimeout(() => {
      setLeft(left === 1 ? null : left - 1)
      if (left === 1) onZero()
    }, 1_000)
    return () => clearTimeout(second)
  }, [left, onZero])
  return { left, stop: () => setLeft(null) }
}
