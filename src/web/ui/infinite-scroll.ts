import { useCallback, useEffect, useRef } from 'react'

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
        { threshold: 1 },
      )
      observer.current.observe(last)
    },
    [isWanted],
  )
}
