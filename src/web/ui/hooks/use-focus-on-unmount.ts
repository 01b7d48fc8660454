import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a control that its own action removes: focuses the surrounding element with `tabIndex={-1}`, which shows the new
 * state, unless the focus is elsewhere by then.
 * @param tabIndex of the surrounding element
 */
export function useFocusOnUnmount<Control extends HTMLElement>(tabIndex: -1 | 0 = -1): RefObject<Control | null> {
  const control = useRef<Control>(null)
  useEffect(() => {
    const target = control.current?.closest<HTMLElement>(`[tabindex="${tabIndex}"]`)
    return () => {
      if (document.activeElement === document.body) target?.focus({ preventScroll: true })
    }
  }, [tabIndex])
  return control
}
