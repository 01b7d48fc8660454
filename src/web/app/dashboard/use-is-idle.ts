import { focusManager } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

export const IDLE_AFTER_MINUTES = 15
const CHECK_INTERVAL_MS = 60_000
/** Not `scroll`: a chat scrolls by itself. */
const INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

/**
 * Whether nobody has used the page for a while. Its queries then wait as in a hidden tab: each would count as a visit, and an
 * unattended dashboard would keep an admin's session (security.md, G6) until its absolute end.
 */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    let lastInputMs = Date.now()
    const onInput = () => {
      lastInputMs = Date.now()
      setIsIdle(false)
    }
    const check = () => setIsIdle(Date.now() - lastInputMs >= IDLE_AFTER_MINUTES * 60_000)
    const timer = setInterval(check, CHECK_INTERVAL_MS)
    const options = { passive: true, capture: true }
    for (const name of INPUT_EVENTS) window.addEventListener(name, onInput, options)
    return () => {
      clearInterval(timer)
      for (const name of INPUT_EVENTS) window.removeEventListener(name, onInput, options)
    }
  }, [])
  useEffect(() => {
    if (!isIdle) return
    focusManager.setFocused(false)
    // Back to what the browser says; what is out of date is fetched.
    return () => focusManager.setFocused(undefined)
  }, [isIdle])
  return isIdle
}
