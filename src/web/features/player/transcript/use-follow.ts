import { type RefObject, useEffect, useState } from 'react'

/** Keeps the current line in view until the reader scrolls, and again once they ask for it. */
export function useFollow(list: RefObject<HTMLElement | null>, current: number, isEnabled: boolean) {
  const [isFollowing, setFollowing] = useState(true)
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!line || !list.current || !isFollowing || !isEnabled) return
    // Only the list: `scrollIntoView` would move the page too.
    const top = line.offsetTop - list.current.clientHeight / 2 + line.offsetHeight / 2
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    list.current.scrollTo({ top, behavior: isCalm ? 'auto' : 'smooth' })
  }, [list, current, isFollowing, isEnabled])
  return { isFollowing, follow: () => setFollowing(true), stop: () => setFollowing(false) }
}
