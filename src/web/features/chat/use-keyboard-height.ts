import { type RefObject, useEffect, useRef } from 'react'

/** A ref for what fills a phone's screen: `--keyboard` in it is what the keyboard takes of that. */
export function useKeyboardHeight(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const measure = () => {
      // Zoomed in, the visible part is smaller without a keyboard.
      const covered = viewport.scale === 1 ? window.innerHeight - viewport.height : 0
      ref.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    }
    viewport.addEventListener('resize', measure)
    return () => viewport.removeEventListener('resize', measure)
  }, [])
  return ref
}
