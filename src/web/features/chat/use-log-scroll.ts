import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The view follows new messages only within this of the end (spec.md, section 9). */
const NEAR_END_PX = 5

interface LogScroll {
  scroller: RefObject<HTMLDivElement | null>
  isAtEnd: boolean
  onScroll: () => void
  /** At once, or as one sees it go. */
  scrollToEnd: (behavior?: ScrollBehavior) => void
}

/**
 * Scrolling of a log whose scroller lays out from its end (`flex-col-reverse`): `scrollTop` is 0 there and negative
 * above. So the first paint shows the end, older messages that come in above move nothing, and a keyboard that opens
 * leaves the end in view. What is left to do is not to follow new messages while somebody reads further up.
 */
export function useLogScroll(): LogScroll {
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const isFollowing = useRef(true)
  const anchor = useRef<{ element: Element; below: number } | null>(null)

  useLayoutEffect(() => {
    const log = scroller.current
    if (!log) return
    const previous = anchor.current
    const heightChange = previous?.element.isConnected ? getHeightBelow(log, previous.element) - previous.below : 0
    if (isFollowing.current) log.scrollTop = 0
    else if (heightChange !== 0) log.scrollTop -= heightChange
    const newest = [...log.querySelectorAll('[data-stored]')].at(-1)
    anchor.current = newest ? { element: newest, below: getHeightBelow(log, newest) } : null
  })

  return {
    scroller,
    isAtEnd,
    onScroll: () => {
      isFollowing.current = Math.abs(scroller.current?.scrollTop ?? 0) <= NEAR_END_PX
      setAtEnd(isFollowing.current)
    },
    scrollToEnd: (behavior = 'auto') => {
      if (behavior === 'auto') isFollowing.current = true
      scroller.current?.scrollTo({ top: 0, behavior: behavior })
    },
  }
}

/** How much of the log comes after an element. */
function getHeightBelow(log: HTMLElement, element: Element): number {
  return (log.firstElementChild?.getBoundingClientRect().bottom ?? 0) - element.getBoundingClientRect().bottom
}
