import { type FocusEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** As in the players that students know. */
const HIDE_AFTER_MS = 3_000

/** Older browsers do not tell whether a menu is open. */
const OPEN_MENU = globalThis.CSS?.supports?.('selector(select:open)') ? 'select:open' : 'select:focus'
const OPEN = `dialog[open], ${OPEN_MENU}`

/** Controls that the student is using, by what was used last. */
const IN_USE = {
  key: `:focus-visible, ${OPEN}`,
  // Browsers show the focus of a menu after a click, too.
  mouse: `:hover, :focus-visible:not(select), ${OPEN}`,
  // What was tapped last counts as hovered.
  touch: `:focus-visible:not(select), ${OPEN}`,
}

export interface ControlsVisibility {
  isShown: boolean
  /** The element around the controls. */
  controls: RefObject<HTMLDivElement | null>
  /** Until nothing has been done with the player for three seconds. */
  show: () => void
  /** Shows hidden controls at a tap of a finger, which could not point at them before. @returns whether it did */
  revealAtTap: () => boolean
  /** Of the player's box. */
  listeners: {
    onPointerMove: (event: PointerEvent) => void
    onPointerDown: (event: PointerEvent) => void
    onPointerLeave: (event: PointerEvent) => void
    onKeyUp: () => void
    onFocus: (event: FocusEvent) => void
  }
}

/** Shows the controls while the lesson is paused, while one of them is in use, and while the student points or types. */
export function useControlsVisibility(isPaused: boolean): ControlsVisibility {
  const [isShown, setShown] = useState(true)
  if (isPaused && !isShown) setShown(true)
  const controls = useRef<HTMLDivElement>(null)
  const lastInput = useRef<keyof typeof IN_USE>('mouse')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const isInUse = useCallback(() => Boolean(controls.current?.querySelector(IN_USE[lastInput.current])), [])
  const wait = useCallback(
    function wait() {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => (isInUse() ? wait() : setShown(false)), HIDE_AFTER_MS)
    },
    [isInUse],
  )
  useEffect(() => {
    if (!isPaused) wait()
    return () => clearTimeout(timer.current)
  }, [isPaused, wait])
  const show = useCallback(() => {
    setShown(true)
    wait()
  }, [wait])

  const onPointer = ({ pointerType }: PointerEvent) => {
    lastInput.current = pointerType === 'touch' ? 'touch' : 'mouse'
    // A finger on hidden controls may scroll the page.
    if (isShown || pointerType !== 'touch') show()
  }
  return {
    isShown,
    controls,
    show,
    revealAtTap: () => {
      if (isShown || lastInput.current !== 'touch') return false
      show()
      return true
    },
    listeners: {
      onPointerMove: onPointer,
      onPointerDown: onPointer,
      onPointerLeave: ({ pointerType }) => {
        if (pointerType !== 'touch' && !isPaused && !isInUse()) setShown(false)
      },
      // Of the Tab key, too, that brings the focus here.
      onKeyUp: () => {
        lastInput.current = 'key'
      },
      onFocus: ({ target }) => {
        if (target.matches(':focus-visible')) show()
      },
    },
  }
}
