import { type RefObject, type UIEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** By the key of the place in the browser's history, or a name. */
const scrollPositions = new Map<string, number>()

interface ScrollRestorationProps {
  ref: RefObject<HTMLDivElement | null>
  onScroll: (event: UIEvent<HTMLElement>) => void
}

/**
 * For a box that scrolls by itself: coming back to the page finds it where it was.
 * @param isReady once it can be scrolled
 * @param name where the box is the same on every address of its page
 */
export function useScrollRestoration(isReady: boolean, name?: string): ScrollRestorationProps {
  const location = useLocation()
  const key = name ?? location.key
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isReady && ref.current) ref.current.scrollTop = scrollPositions.get(key) ?? 0
  }, [isReady, key])
  return { ref, onScroll: ({ currentTarget }) => scrollPositions.set(key, currentTarget.scrollTop) }
}
