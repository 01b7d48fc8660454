import { type RefObject, useEffect, useState } from 'react'

/** Keeps the current line in view until the reader scrolls, and again once they ask for it. */
export function useFollow(list: RefObject<HTMLElement | null>, current: number, isEnabled: boolean) {
  const [isFollowing, setFollowing] = useState(true)
  useEffect(() => {
    const line = list.current?.children[current]
    if (!(line instanceof HTMLElement) || !list.current || !isFollowing || !isEnabled) return
    // Only the list: `scrollIntoView` would move the page too.
    const top = line.offsetTop - list.current.clientHeight / 2 + line.offsetHeight / 2
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    list.current.scrollTo({ top, behavior: isCalm ? 'auto' : 'smooth' })
  }, [list, current, isFollowing, isEnabled])
  useEffect(() => {
    const element = list.current
    const stop = () => setFollowing(false)
    for (const type of ['wheel', 'touchmove'] as const) element?.addEventListener(type, stop, { passive: true })
    return () => {
      for (const type of ['wheel', 'touchmove'] as const) element?.removeEventListener(type, stop)
    }
  }, [list])
  return { isFollowing, follow: () => setFollowing(true), stop: () => setFollowing(false) }
}
