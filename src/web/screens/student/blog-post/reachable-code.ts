const MAY_SCROLL = 'pre, .ql-code-block-container'

/** A ref for a post: its code that is wider than the page scrolls sideways, and can then be reached by keyboard. */
export function reachableCode(post: HTMLElement | null): (() => void) | undefined {
  if (!post) return undefined
  const measure = () => {
    for (const block of post.querySelectorAll<HTMLElement>(MAY_SCROLL)) {
      if (block.scrollWidth > block.clientWidth) block.tabIndex = 0
      else block.removeAttribute('tabindex')
    }
  }
  const changes = new MutationObserver(measure)
  changes.observe(post, { childList: true })
  window.addEventListener('resize', measure)
  measure()
  return () => {
    changes.disconnect()
    window.removeEventListener('resize', measure)
  }
}
