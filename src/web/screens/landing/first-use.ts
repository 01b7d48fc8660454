const USES = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'scroll', 'focusin', 'visibilitychange'] as const

/** Comes when somebody does anything with the page, if only move over it. */
export function firstUse(): Promise<void> {
  return new Promise((resolve) => {
    const begin = () => {
      for (const use of USES) window.removeEventListener(use, begin)
      resolve()
    }
    for (const use of USES) window.addEventListener(use, begin, { passive: true })
  })
}
