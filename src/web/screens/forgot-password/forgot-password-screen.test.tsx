import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildUser } from '#web/testing/factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import '#web/testing/preload-screens.ts'

async function requestCode(user: UserEvent, email = 'mara@mail.example') {
  await user.type(await screen.findByLabelText('Email'), email)
  await user.click(screen.getByRole('button', { name: 'Send code to reset' }))
}

test('confirms that a code was sent and opens the code screen', async () => {
  const { user, router, calls } = renderScreen('/forgotpassword', {
    forgotPass: () => ({ msg: 'If this email has an account, we sent a code.' }),
  })
  await screen.findByText("Enter your email. We'll send a 6-digit code.")
  await requestCode(user, 'Mara+a@mail.example')
  await screen.findByText('If this email has an account, we sent a code.')
  await screen.findByRole('heading', { name: 'Enter the code' })
  expect(router.state.location.search).toBe('?email=mara%2Ba%40mail.example')
  expect(calls.find(({ name }) => name === 'forgotPass')?.input).toEqual({ email: 'mara+a@mail.example' })
})

test('shows a connection error, which can be dismissed', async () => {
  const { user } = renderScreen('/forgotpassword', {
    forgotPass: failWith('connection'),
  })
  await requestCode(user)
  expect((await screen.findByRole('alert')).textContent).toBe('Error connecting to server')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows Loading on the button while the request runs', async () => {
  const { user } = renderScreen('/forgotpassword', { forgotPass: () => new Promise(() => {}) })
  await requestCode(user)
  await screen.findByRole('button', { name: 'Loading' })
})

test('shows an error at the field when the email is invalid', async () => {
  const { user, calls } = renderScreen('/forgotpassword')
  await requestCode(user, 'mara')
  await waitFor(() => expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true'))
  expect(calls.some(({ name }) => name === 'forgotPass')).toBe(false)
})

test('sends the token of an email link with each request, and removes it from the address', async () => {
  const { user, router, calls } = renderScreen('/forgotpassword?token=abc.def', {
    forgotPass: () => ({ msg: 'If this email has an account, we sent a code.' }),
  })
  await screen.findByLabelText('Email')
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await requestCode(user)
  await screen.findByRole('heading', { name: 'Enter the code' })
  await user.click(screen.getByRole('button', { name: 'Send a new code' }))
  await waitFor(() => expect(calls.filter(({ name }) => name === 'forgotPass')).toHaveLength(2))
  for (const { name, input } of calls)
    if (name === 'forgotPass') expect(input).toEqual({ email: 'mara@mail.example', token: 'abc.def' })
})

/** A session that `logout` ends, after failing once for each of the errors. */
function mockSession(user = buildUser({ email: 'mara@mail.example' }), errors: AppError[] = []): CallMocks {
  let isSignedIn = true
  return {
    session: () => ({ msg: isSignedIn ? { loggedIn: true, userData: [user] } : { loggedIn: false, userData: [] } }),
    logout: () => {
      const error = errors.pop()
      if (error) throw error
      isSignedIn = false
      return { msg: 'Logged out' }
    },
  }
}

test('asks a signed-in user which account an email link is for, and goes on with it after logging out', async () => {
  const { user, router, calls } = renderScreen('/forgotpassword?token=abc.def', {
    ...mockSession(undefined, [new AppError('connection')]),
    forgotPass: () => ({ msg: 'If this email has an account, we sent a code.' }),
  })
  await screen.findByText(/^You’re logged in as mara@mail.example\. If the link was sent to another email/)
  localStorage.setItem('comment-draft:7:41', 'Mine')
  const logOut = () => user.click(screen.getByRole('button', { name: 'Log out and continue' }))
  await logOut()
  expect((await screen.findByRole('alert')).textContent).toBe('Error connecting to server')
  await logOut()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  await requestCode(user, 'lina@mail.example')
  await screen.findByRole('heading', { name: 'Enter the code' })
  expect(router.state.location.pathname).toBe('/verifycode')
  expect(localStorage.getItem('comment-draft:7:41')).toBeNull()
  expect(calls.find(({ name }) => name === 'forgotPass')?.input).toEqual({
    email: 'lina@mail.example',
    token: 'abc.def',
  })
})

test.each([
  ['student', '/student/profile#password'],
  ['admin', '/dashboard/account#password'],
] as const)('leads a signed-in %s with an email link to their own password at %s', async (role, href) => {
  renderScreen('/forgotpassword?token=abc.def', mockSession(buildUser({ role })))
  const link = await screen.findByRole('link', { name: 'Change my password' })
  expect(link.getAttribute('href')).toBe(href)
})
