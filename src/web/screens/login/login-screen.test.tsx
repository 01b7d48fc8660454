import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { aUser } from '#web/testing/examples.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

async function fillIn(user: ReturnType<typeof renderScreen>['user']) {
  await user.type(await screen.findByLabelText('E-mail'), 'mara@mail.example')
  await user.type(screen.getByLabelText('Password'), 'a lamp by the window')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
}

test('a login that succeeds says so and leads home', async () => {
  let isIn = false
  const { user, router } = renderScreen('/login', {
    session: () => ({ msg: { loggedIn: isIn, userData: isIn ? [aUser()] : [] } }),
    login: () => {
      isIn = true
      return { msg: 'You are logged in', nextPage: '/' }
    },
  })
  await fillIn(user)
  await screen.findByText('You are logged in')
  expect(router.state.location.pathname).toBe('/login')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'), { timeout: 3_000 })
})

test('whoever goes elsewhere while the green message stands is not called back', async () => {
  const { user, router } = renderScreen('/login', {
    login: () => ({ msg: 'You are logged in', nextPage: '/' }),
    getCourses: () => ({ msg: [], nextPage: null }),
  })
  await fillIn(user)
  await screen.findByText('You are logged in')
  await router.navigate('/student/allcourses')
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(router.state.location.pathname).toBe('/student/allcourses')
})

test('the password can be shown and hidden again', async () => {
  const { user } = renderScreen('/login')
  const password = await screen.findByLabelText('Password')
  expect(password.getAttribute('type')).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show the characters' }))
  expect(password.getAttribute('type')).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide the characters' }))
  expect(password.getAttribute('type')).toBe('password')
})

test('a login that fails shows the server’s words, which can be dismissed, and logs it without the password', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user, router } = renderScreen('/login', {
    login: () => {
      throw new AppError('wrong_credentials')
    },
  })
  await fillIn(user)
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong e-mail or password')
  expect(router.state.location.pathname).toBe('/login')
  expect(JSON.stringify(log.mock.calls)).not.toContain('a lamp by the window')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Log in' }))
  log.mockRestore()
})

test('while it is under way the button says Loading', async () => {
  const { user } = renderScreen('/login', { login: () => new Promise(() => {}) })
  await fillIn(user)
  await screen.findByRole('button', { name: 'Loading' })
})

test('what is missing is said at its field, and nothing is sent', async () => {
  const { user, calls } = renderScreen('/login')
  await user.click(await screen.findByRole('button', { name: 'Log in' }))
  await screen.findByText('E-mail is required')
  const field = screen.getByLabelText('E-mail')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  expect(calls.some(({ name }) => name === 'login')).toBe(false)
})
