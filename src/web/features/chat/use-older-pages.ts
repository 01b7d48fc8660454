import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** Older messages load before the user reaches the top. */
const PRELOAD_MARGIN = '400px 0px 0px'

/** A ref for the element above the oldest message: older ones load when it scrolls near. */
export function useOlderPages(
  scroller: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  loadOlder: () => void,
): RefObject<HTMLDivElement | null> {
  const top = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(loadOlder)
  useEffect(() => {
    if (!isEnabled || !top.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load()
      },
      { root: scroller.current, rootMargin: PRELOAD_MARGIN },
    )
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [isEnabled, scroller])
  return top
}
