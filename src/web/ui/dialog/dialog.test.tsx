import { render, screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { Dialog } from './dialog.tsx'

const show = (isInnerOpen: boolean) => (
  <Dialog title="Outer" onClose={() => {}}>
    {isInnerOpen && (
      <Dialog title="Inner" onClose={() => {}}>
        Sure?
      </Dialog>
    )}
  </Dialog>
)

it.each([
  ['the inner one', false],
  ['none', true],
])('keeps the page locked until the outer dialog closes: closes first: %s', (_what, closesTogether) => {
  const { rerender, unmount } = render(show(true))
  onTestFinished(unmount)
  screen.getByRole('dialog', { name: 'Inner' })
  const { style } = document.documentElement
  if (!closesTogether) {
    rerender(show(false))
    expect(screen.queryByRole('dialog', { name: 'Inner' })).toBeNull()
  }
  expect(style.overflow).toBe('hidden')
  unmount()
  expect(style.overflow).toBe('')
  expect(document.body.style.paddingRight).toBe('')
})
