import { useEffect, useState } from 'react'

/** Seconds left of a pause that `start` begins. */
export function useCooldown(seconds: number): { left: number; start: () => void } {
  const [left, setLeft] = useState(0)
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const interval = setInterval(() => setLeft((now) => now - 1), 1_000)
    return () => clearInterval(interval)
  }, [isRunning])
  return { left, start: () => setLeft(seconds) }
}
