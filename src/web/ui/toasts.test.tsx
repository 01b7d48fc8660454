import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ToastProvider, useShowToast } from './toasts.tsx'

afterEach(() => {
  vi.useRealTimers()
})

function Buttons() {
  const showToast = useShowToast()
  return ['First', 'Second', 'Third'].map((name) => (
    <p key={name}>
      <button onClick={() => showToast({ variant: 'success', text: `${name} saved` })}>{name}</button>
      <button onClick={() => showToast({ variant: 'error', text: `${name} failed` })}>{name} error</button>
      <button
        onClick={() =>
          showToast({ variant: 'success', text: `${name} deleted`, action: { label: 'Undo', onClick: () => {} } })
        }
      >
        Delete {name}
      </button>
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

function showButtons() {
  vi.useFakeTimers()
  render(
    <ToastProvider>
      <main tabIndex={-1}>
        <Buttons />
      </main>
    </ToastProvider>,
  )
}
const origin = document.createElement('button')
const getButton = (name: string) => screen.getByRole('button', { name })
const passSeconds = (seconds: number) =>
  act(() => {
    vi.advanceTimersByTime(seconds * 1_000)
  })

test('a message with a button stays until it is dismissed or replaced', () => {
  showButtons()
  fireEvent.click(getButton('Delete First'))
  passSeconds(60)
  getButton('Undo')
  fireEvent.click(getButton('Second'))
  expect(screen.queryByText('First deleted')).toBeNull()
  passSeconds(10)
  expect(screen.queryByText('Second saved')).toBeNull()
})

test.each([
  ['its button is pressed', () => fireEvent.click(getButton('Undo'))],
  ['it is dismissed', () => fireEvent.click(getButton('Dismiss'))],
  ['another replaces it', () => fireEvent.click(getButton('Second'))],
])('the focus returns to where it was when a message leaves with it: %s', (_what, leave) => {
  showButtons()
  fireEvent.click(getButton('Delete First'))
  getButton('Third').focus()
  getButton('Undo').focus()
  getButton('Dismiss').focus()
  leave()
  expect(screen.queryByText('First deleted')).toBeNull()
  expect(document.activeElement).toBe(getButton('Third'))
})

test.each([
  ['from outside of the page', () => {}],
  ['from what has left since', () => origin.focus()],
])('the focus goes to the page’s content when it came %s', (_what, focusOrigin) => {
  showButtons()
  document.body.append(origin)
  fireEvent.click(getButton('First'))
  focusOrigin()
  getButton('Dismiss').focus()
  origin.remove()
  passSeconds(10)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('a message that leaves without the focus moves none', () => {
  showButtons()
  fireEvent.click(getButton('First'))
  getButton('Dismiss').focus()
  getButton('Dismiss').blur()
  passSeconds(10)
  expect(screen.queryByText('First saved')).toBeNull()
  expect(document.activeElement).toBe(document.body)
})
