import { useCallback, useEffect, useRef } from 'react'

/**
 * Everything above the viewport counts as visible: an element can be taller than a phone in landscape, or be jumped
 * over with the End key.
 */
const ROOT_MARGIN = '100000px 0px 0px'

/** The scrolling ancestor, or null for the window. */
function getScrollParent(element: Element): Element | null {
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(box).overflowY)) return box
  }
  return null
}

/** A ref for a list's last element, which loads more once it is fully visible. */
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
        // A busy page gets several at once: out of view when observed, and in view after the scroll.
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
        },
        { root: getScrollParent(element), threshold: 1, rootMargin: ROOT_MARGIN },
      )
      observer.current.observe(element)
    },
    [isEnabled],
  )
}
