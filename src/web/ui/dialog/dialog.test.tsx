import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { Dialog } from './dialog.tsx'
import { WarningDialog } from './warning-dialog.tsx'

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

it('puts the focus back to its first control when a second Esc has closed it while its request runs', () => {
  const { unmount } = render(
    <WarningDialog isPending onConfirm={() => {}} onCancel={() => expect.unreachable('it is pending')} />,
  )
  onTestFinished(unmount)
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  expect(document.activeElement).toBe(cancel)
  dialog.close()
  fireEvent(dialog, new Event('close'))
  expect(dialog.open).toBe(true)
  expect(document.activeElement).toBe(cancel)
})
