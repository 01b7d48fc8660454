const CODE_BLOCKS = 'pre, .ql-code-block-container'

/** A ref for a post: code blocks that scroll sideways become focusable, so that the keyboard can scroll them. */
export function makeCodeFocusable(post: HTMLElement | null): (() => void) | undefined {
  if (!post) return undefined
  const measure = () => {
    for (const block of post.querySelectorAll<HTMLElement>(CODE_BLOCKS)) {
      if (block.scrollWidth > block.clientWidth) block.tabIndex = 0
      else block.removeAttribute('tabindex')
    }
  }
  const observer = new MutationObserver(measure)
  observer.observe(post, { childList: true })
  window.addEventListener('resize', measure)
  measure()
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', measure)
  }
}
