import { type FocusEvent, useLayoutEffect, useRef } from 'react'

interface KeepFocusProps {
  onFocus: (event: FocusEvent<HTMLElement>) => void
  onBlur: () => void
}

/**
 * For an element with a `tabIndex` whose parts come and go: it takes the focus of a part that leaves. Otherwise the
 * focus falls to the body, and the keyboard starts again at the top of the page.
 */
export function useKeepFocus(): KeepFocusProps {
  // Of what leaves React reports no blur.
  const focused = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement === document.body) focused.current?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ currentTarget }) => {
      focused.current = currentTarget
    },
    onBlur: () => {
      focused.current = null
    },
  }
}
