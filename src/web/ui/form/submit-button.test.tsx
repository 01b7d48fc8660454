import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { SubmitButton } from './submit-button.tsx'

afterEach(cleanup)

test('reads “Click Here”, and “Loading” while pending', () => {
  const { rerender } = render(<SubmitButton isPending={false} />)
  expect(screen.getByRole('button').textContent).toBe('Click Here')
  rerender(<SubmitButton isPending />)
  expect(screen.getByRole('button').textContent).toBe('Loading')
})

test('reads the labels of its form', () => {
  const { rerender } = render(<SubmitButton isPending={false} label="ADD" pendingLabel="LOADING ... " />)
  expect(screen.getByRole('button').textContent).toBe('ADD')
  rerender(<SubmitButton isPending label="ADD" pendingLabel="LOADING ... " />)
  expect(screen.getByRole('button').textContent).toBe('LOADING ... ')
})

test('submits nothing and keeps the focus while pending', async () => {
  const send = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault())
  render(
    <form onSubmit={send}>
      <SubmitButton isPending />
    </form>,
  )
  const button = screen.getByRole('button')
  await userEvent.click(button)
  expect(send).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
})
