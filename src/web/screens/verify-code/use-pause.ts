import { useEffect, useState } from 'react'

/** A pause that counts itself down. */
export function usePause(seconds: number): { left: number; begin: () => void } {
  const [left, setLeft] = useState(0)
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const ticking = setInterval(() => setLeft((now) => now - 1), 1_000)
    return () => clearInterval(ticking)
  }, [isRunning])
  return { left, begin: () => setLeft(seconds) }
}
