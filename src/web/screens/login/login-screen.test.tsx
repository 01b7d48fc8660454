import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildUser } from '#web/testing/factories.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

async function fillIn(user: ReturnType<typeof renderScreen>['user']) {
  await user.type(await screen.findByLabelText('E-mail'), 'mara@mail.example')
  await user.type(screen.getByLabelText('Password'), 'a lamp by the window')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
}

test('a login that succeeds says so and leads home', async () => {
  let isIn = false
  const { user, router } = renderScreen('/login', {
    session: () => ({ msg: { loggedIn: isIn, userData: isIn ? [buildUser()] : [] } }),
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
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password.getAttribute('type')).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
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

test('an account that needs a reset is shown the way to it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user, router } = renderScreen('/login', {
    login: () => {
      throw new AppError('reset_needed')
    },
  })
  await fillIn(user)
  const banner = await screen.findByRole('alert')
  expect(banner.textContent).toContain('Reset your password to log in again')
  await user.click(within(banner).getByRole('link', { name: 'Reset password' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/forgotpassword'))
  log.mockRestore()
})

test('a forgotten password has its link', async () => {
  renderScreen('/login')
  expect((await screen.findByRole('link', { name: 'Forgot password?' })).getAttribute('href')).toBe('/forgotpassword')
})

describe('Google', () => {
  const withGoogle = { getSignInMethods: () => ({ msg: { google: true } }) }

  test('is offered where it is set up, by a link that the browser itself follows', async () => {
    renderScreen('/login', withGoogle)
    const link = await screen.findByRole('link', { name: 'Continue with Google' })
    expect(link.getAttribute('href')).toBe('/api/auth/google')
    const isLeftAlone = new Promise((resolve) => {
      const meet = (event: Event) => {
        resolve(!event.defaultPrevented)
        // jsdom itself goes nowhere, and says so.
        event.preventDefault()
      }
      window.addEventListener('click', meet, { once: true })
    })
    fireEvent.click(link)
    expect(await isLeftAlone).toBe(true)
  })

  test('is not offered where it is not', async () => {
    renderScreen('/login')
    await screen.findByLabelText('E-mail')
    expect(screen.queryByText('Continue with Google')).toBeNull()
  })

  test('stays on the card while a login succeeds', async () => {
    let asked = 0
    const { user } = renderScreen('/login', {
      // Asking again must not be waited for.
      getSignInMethods: () => (asked++ === 0 ? { msg: { google: true } } : new Promise(() => {})),
      login: () => ({ msg: 'You are logged in', nextPage: '/' }),
    })
    await fillIn(user)
    await screen.findByText('You are logged in')
    expect(screen.getByRole('link', { name: 'Continue with Google' })).toBeDefined()
  })

  test.each([
    ['google_denied', 'You did not agree to sign in with Google'],
    ['google_expired', 'That sign-in took too long or was not started here. Please try again'],
    ['google_unavailable', 'Google cannot be reached right now. Please try again in a moment'],
    ['google_unverified', 'Google has not verified this e-mail address'],
    ['google_email_known', 'This e-mail has an account already. Log in with your password'],
  ])('coming back with %s says why, once', async (key, text) => {
    const { user, router } = renderScreen(`/login?error=${key}`, withGoogle)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(screen.getByRole('alert').textContent).toBe(text)
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('an unknown key says nothing, and is taken out of the address all the same', async () => {
    const { router } = renderScreen('/login?error=%3Cb%3Ehello', withGoogle)
    await screen.findByLabelText('E-mail')
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(screen.queryByRole('alert')).toBeNull()
  })
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
