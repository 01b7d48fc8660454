import { useEffect, useEffectEvent, useState } from 'react'

interface Countdown {
  /** Whole seconds that are left; null while nothing counts. */
  left: number | null
  start: () => void
  cancel: () => void
}

/** Counts seconds down and then does something, once; leaving the page calls it off. */
export function useCountdown(seconds: number, onEnd: () => void): Countdown {
  const [left, setLeft] = useState<number | null>(null)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (left === null) return
    const timer = setTimeout(() => {
      setLeft(left > 1 ? left - 1 : null)
      if (left === 1) end()
    }, 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return { left, start: () => setLeft(seconds), cancel: () => setLeft(null) }
}
