import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The log follows new messages only this close to its end (spec.md, section 9). */
const NEAR_END_PX = 5

interface LogScroll {
  scroller: RefObject<HTMLDivElement | null>
  isAtEnd: boolean
  onScroll: () => void
  scrollToEnd: (behavior?: ScrollBehavior) => void
}

/**
 * The scroller uses `flex-col-reverse`: `scrollTop` is 0 at the end and negative above. The first paint shows the end,
 * older messages loaded above move nothing, and an opening keyboard leaves the end in view. This hook only has to keep
 * the position when new messages arrive while the user reads further up.
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

/** Height in pixels between an element's bottom and the end of the log. */
function getHeightBelow(log: HTMLElement, element: Element): number {
  return (log.firstElementChild?.getBoundingClientRect().bottom ?? 0) - element.getBoundingClientRect().bottom
}
