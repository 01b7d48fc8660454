import { useCallback, useEffect, useRef } from 'react'

/**
 * Above the window as much as one likes counts as visible: an element taller than a phone held sideways is never all
 * in view, and one jumped past with the End key never comes into it.
 */
const UP_TO_ITS_END = '100000px 0px 0px'

/** What the list scrolls in: a box, of which the window may show only a part, or the window itself. */
function boxOf(last: Element): Element | null {
  for (let box = last.parentElement; box; box = box.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(box).overflowY)) return box
  }
  return null
}

/** A ref for a list's last element: whenever it is fully visible and more is wanted, more is loaded. */
export function useInfiniteScroll(isWanted: boolean, loadMore: () => void): (last: Element | null) => void {
  const observer = useRef<IntersectionObserver>(undefined)
  const latest = useRef(loadMore)
  useEffect(() => {
    latest.current = loadMore
  })
  return useCallback(
    (last: Element | null) => {
      observer.current?.disconnect()
      if (!last || !isWanted) return
      observer.current = new IntersectionObserver(
        ([entry]) => {
          if (entry?.isIntersecting) latest.current()
        },
        { root: boxOf(last), threshold: 1, rootMargin: UP_TO_ITS_END },
      )
      observer.current.observe(last)
    },
    [isWanted],
  )
}
