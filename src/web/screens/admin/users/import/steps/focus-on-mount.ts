/** For `ref`: the button that was pressed left with the previous step, so the new heading takes the focus. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus()
