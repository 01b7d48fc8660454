import { useCallback, useEffect, useRef } from 'react'

/**
 * Above the window as much as one likes counts as visible: an element taller than a phone held sideways is never all
 * in view, and one jumped past with the End key never comes into it.
 */
const ROOT_MARGIN = '100000px 0px 0px'

/** What the list scrolls in: a box, of which the window may show only a part, or the window itself. */
function getScrollParent(element: Element): Element | null {
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(box).overflowY)) return box
  }
  return null
}

/** A ref for a list's last element: whenever it is fully visible and more is wanted, more is loaded. */
export function useInfiniteScroll(isEnabled: boolean, loadMore: () => void): (element: Element | null) => void {
  const observer = useRef<IntersectionObserver>(undefined)
  const latest = useRef(loadMore)
  useEffect(() => {
    latest.current = loadMore
  })
  return useCallback(
    (element: Element | null) => {
      observer.current?.disconnect()
      if (!element || !isEnabled) return
      observer.current = new IntersectionObserver(
        ([entry]) => {
          if (entry?.isIntersecting) latest.current()
        },
        { root: getScrollParent(element), threshold: 1, rootMargin: ROOT_MARGIN },
      )
      observer.current.observe(element)
    },
    [isEnabled],
  )
}
