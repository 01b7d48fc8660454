import { type RefObject, type UIEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** By history entry key or name. */
const scrollPositions = new Map<string, number>()

interface ScrollRestorationProps {
  ref: RefObject<HTMLDivElement | null>
  onScroll: (event: UIEvent<HTMLElement>) => void
}

/**
 * Restores the position of a scrolling element when the user returns to the page.
 * @param isReady true once its content is rendered
 * @param name replaces the history entry as the key, for an element shared by several addresses
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
