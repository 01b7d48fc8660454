import { useEffect, useEffectEvent, useState } from 'react'
import { formatClock } from '#web/features/player/clock.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'

const WARNINGS = [
  { seconds: 300, text: '5 minutes left' },
  { seconds: 60, text: '1 minute left' },
  { seconds: 10, text: '10 seconds left' },
] as const
const WARNING_S = 5

interface CountdownProps {
  /** By the browser's clock, in milliseconds. */
  endsAt: number
  onEnd: () => void
}

/** The time that is left. Screen readers hear it up to three times. */
export function Countdown({ endsAt, onEnd }: CountdownProps) {
  const [now, setNow] = useState(Date.now)
  const end = useEffectEvent(onEnd)
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1_000))
  const [initialSeconds] = useState(seconds)
  const isOver = seconds === 0
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  const warning = WARNINGS.find(
    (one) => one.seconds < initialSeconds && seconds <= one.seconds && seconds > one.seconds - WARNING_S,
  )
  return (
    <p className={`flex items-center gap-1.5 font-semibold tabular-nums ${seconds <= 60 ? 'text-danger' : ''}`}>
      <AnyIcon name="clock" size={18} />
      <span className="sr-only">Time left: </span>
      {formatClock(seconds)}
      <span role="status" className="sr-only">
        {isOver ? 'Time is up' : warning?.text}
      </span>
    </p>
  )
}
