import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ToastProvider, useShowToast } from './toasts.tsx'

function Buttons() {
  const showToast = useShowToast()
  return ['First', 'Second', 'Third'].map((name) => (
    <p key={name}>
      <button onClick={() => showToast({ variant: 'success', text: `${name} saved` })}>{name}</button>
      <button onClick={() => showToast({ variant: 'error', text: `${name} failed` })}>{name} error</button>
    </p>
  ))
}

test('shows the newest message and the last error only, so that messages stay above the page’s buttons', async () => {
  const user = userEvent.setup()
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  )
  for (const name of ['First', 'First error', 'Second error', 'Second', 'Third'])
    await user.click(screen.getByRole('button', { name }))
  const messages = screen.getAllByText(/saved|failed/)
  expect(messages.map(({ textContent }) => textContent)).toEqual(['Second failed', 'Third saved'])
  await user.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement)
  expect(screen.getAllByText(/saved|failed/)).toHaveLength(1)
})
