import { useEffect, useEffectEvent, useState } from 'react'

interface Countdown {
  /** Null while no countdown runs. */
  secondsLeft: number | null
  start: () => void
  cancel: () => void
}

/** Calls `onEnd` once after the countdown; unmounting cancels it. */
export function useCountdown(seconds: number, onEnd: () => void): Countdown {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (secondsLeft === null) return
    const timer = setTimeout(() => {
      setSecondsLeft(secondsLeft > 1 ? secondsLeft - 1 : null)
      if (secondsLeft === 1) end()
    }, 1_000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return { secondsLeft, start: () => setSecondsLeft(seconds), cancel: () => setSecondsLeft(null) }
}
