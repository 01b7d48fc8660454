import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** Older messages are asked for before their reader has reached the top. */
const AHEAD = '400px 0px 0px'

/** A ref for what stands above the oldest message: whenever it comes near and more is wanted, older ones are loaded. */
export function useOlderPages(
  scroller: RefObject<HTMLElement | null>,
  isWanted: boolean,
  loadOlder: () => void,
): RefObject<HTMLDivElement | null> {
  const top = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(loadOlder)
  useEffect(() => {
    if (!isWanted || !top.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load()
      },
      { root: scroller.current, rootMargin: AHEAD },
    )
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [isWanted, scroller])
  return top
}
