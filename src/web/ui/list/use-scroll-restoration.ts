import { type RefObject, type UIEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** By the key of the place in the browser's history, or a name. */
const kept = new Map<string, number>()

interface KeptScroll {
  ref: RefObject<HTMLDivElement | null>
  onScroll: (event: UIEvent<HTMLElement>) => void
}

/**
 * For a box that scrolls by itself: coming back to the page finds it where it was.
 * @param isFilled once it can be scrolled
 * @param name where the box is the same on every address of its page
 */
export function useKeptScroll(isFilled: boolean, name?: string): KeptScroll {
  const location = useLocation()
  const key = name ?? location.key
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isFilled && ref.current) ref.current.scrollTop = kept.get(key) ?? 0
  }, [isFilled, key])
  return { ref, onScroll: ({ currentTarget }) => kept.set(key, currentTarget.scrollTop) }
}
