import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { Banner } from './banner.tsx'

function Message({ onDismiss }: { onDismiss?: () => void }) {
  const [isShown, setShown] = useState(true)
  const dismiss = () => {
    setShown(false)
    onDismiss?.()
  }
  return isShown && <Banner variant="error" text="It failed" action={<a href="/login">Log in</a>} onDismiss={dismiss} />
}

test.each<[string, ReactNode, () => HTMLElement]>([
  [
    'a form to its submit button',
    <form key="form" noValidate>
      <Message />
      <button type="button">Show</button>
      <button type="submit">Save</button>
    </form>,
    () => screen.getByRole('button', { name: 'Save' }),
  ],
  [
    'a section to its first control',
    <section key="section">
      <Message />
      <button type="button">Enroll</button>
    </section>,
    () => screen.getByRole('button', { name: 'Enroll' }),
  ],
  [
    'an article to its first control',
    <section key="article">
      <button type="button">Send</button>
      <article>
        <Message />
        <button type="button">Remove</button>
      </article>
    </section>,
    () => screen.getByRole('button', { name: 'Remove' }),
  ],
  ['the page to its content', <Message key="page" />, () => screen.getByRole('main')],
  [
    'its own place to what that chooses',
    <section key="own">
      <Message onDismiss={() => screen.getByRole('list').focus()} />
      <ul tabIndex={-1} aria-label="Sessions" />
      <button type="button">End all</button>
    </section>,
    () => screen.getByRole('list'),
  ],
])('a dismissed message gives the focus of %s', async (_, children, getTarget) => {
  const user = userEvent.setup()
  render(<main tabIndex={-1}>{children}</main>)
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('It failed')).toBeNull()
  expect(document.activeElement).toBe(getTarget())
})
