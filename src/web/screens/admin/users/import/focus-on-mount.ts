/** As a ref: what one pressed has gone with the step before, and this is where one reads on. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus()
