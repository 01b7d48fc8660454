import { type RefObject, useEffect, useRef } from 'react'

/** A ref for an element that fills a phone's screen: sets `--keyboard` to the height of the on-screen keyboard. */
export function useKeyboardHeight(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const measure = () => {
      // A zoomed-in viewport is smaller without a keyboard.
      const covered = viewport.scale === 1 ? window.innerHeight - viewport.height : 0
      ref.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    }
    viewport.addEventListener('resize', measure)
    return () => viewport.removeEventListener('resize', measure)
  }, [])
  return ref
}
