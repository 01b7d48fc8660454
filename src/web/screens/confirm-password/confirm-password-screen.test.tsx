import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AppError, ERRORS } from '#contract/errors.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import '#web/testing/preload-screens.ts'

const RESET_URL = '/confirmpass?email=mara%40mail.example&code=012345'
const PASSWORD = 'a lamp by the window'

async function fillIn(user: UserEvent, confirm = PASSWORD) {
  await user.type(await screen.findByLabelText('Password'), PASSWORD)
  await user.type(screen.getByLabelText('Confirm password'), confirm)
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
}

test('shows the confirm field once a password is typed', async () => {
  const { user } = renderScreen(RESET_URL)
  const field = await screen.findByLabelText('Password')
  expect(screen.queryByLabelText('Confirm password')).toBeNull()
  await user.type(field, 'a')
  screen.getByLabelText('Confirm password')
})

test('shows an error at the confirm field when the passwords differ', async () => {
  const { user, calls } = renderScreen(RESET_URL)
  await fillIn(user, 'another password')
  await screen.findByText('confirm password correctly')
  const field = screen.getByLabelText('Confirm password')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  expect(calls.some(({ name }) => name === 'resetPass')).toBe(false)
})

test('clears the error when either field is changed to match', async () => {
  const { user } = renderScreen(RESET_URL)
  await fillIn(user, `${PASSWORD}s`)
  await screen.findByText('confirm password correctly')
  await user.type(screen.getByLabelText('Password'), 's')
  await waitFor(() => expect(screen.queryByText('confirm password correctly')).toBeNull())
})

test('shows an error when the password is too short', async () => {
  const { user, calls } = renderScreen(RESET_URL)
  await user.type(await screen.findByLabelText('Password'), 'short')
  await user.type(screen.getByLabelText('Confirm password'), 'short')
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
  await screen.findByText('Password must have at least 8 characters')
  expect(calls.some(({ name }) => name === 'resetPass')).toBe(false)
})

test('removes the email and code from the URL and still sends them', async () => {
  const { user, router, calls } = renderScreen(RESET_URL, {
    resetPass: () => ({ msg: 'Your password has been reset' }),
  })
  await screen.findByLabelText('Password')
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(router.state.historyAction).toBe('REPLACE')
  await fillIn(user)
  await screen.findByText('Your password has been reset')
  expect(calls.find(({ name }) => name === 'resetPass')?.input).toEqual({
    email: 'mara@mail.example',
    code: '012345',
    password: PASSWORD,
  })
})

test('redirects to the login after 2 seconds and repeats the success message', async () => {
  const { user, router } = renderScreen(RESET_URL, { resetPass: () => ({ msg: 'Your password has been reset' }) })
  await fillIn(user)
  await screen.findByText('Your password has been reset')
  const since = performance.now()
  await screen.findByRole('heading', { name: 'Welcome back' })
  expect(performance.now() - since).toBeGreaterThan(1_800)
  expect(router.state.historyAction).toBe('REPLACE')
  await screen.findByText('Your password has been reset')
})

test('links to a new code when the code is wrong or expired', async () => {
  const { user } = renderScreen(RESET_URL, {
    resetPass: failWith('wrong_code'),
  })
  await fillIn(user)
  expect((await screen.findByRole('alert')).textContent).toContain(ERRORS.wrong_code[1])
  expect(screen.getByRole('link', { name: 'Get a new code' }).getAttribute('href')).toBe('/forgotpassword')
})

test('shows a connection error, which can be dismissed', async () => {
  const { user } = renderScreen(RESET_URL, {
    resetPass: failWith('connection'),
  })
  await fillIn(user)
  expect((await screen.findByRole('alert')).textContent).toBe('Error connecting to server')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows the server’s error when the code is missing', async () => {
  const { user, calls } = renderScreen('/confirmpass?email=mara%40mail.example', {
    resetPass: () => {
      throw new AppError('invalid_input', { text: 'Code is required' })
    },
  })
  await fillIn(user)
  expect((await screen.findByRole('alert')).textContent).toBe('Code is required')
  expect(calls.some(({ name }) => name === 'resetPass')).toBe(true)
})

test('links to a new code when the email and code are missing', async () => {
  renderScreen('/confirmpass')
  await screen.findByText('This link is incomplete. Request a new code.')
  expect(screen.getByRole('link', { name: 'Get a code' }).getAttribute('href')).toBe('/forgotpassword')
  expect(screen.queryByLabelText('Password')).toBeNull()
})
