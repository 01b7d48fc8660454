import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { AppError, ERRORS } from '#contract/errors.ts'
import { hashStart } from '#web/features/auth/sha256.ts'
import { buildUser, mockSignedIn } from '#web/testing/factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
import { stubLocation } from '#web/testing/stub-location.ts'
import '#web/testing/preload-screens.ts'

async function fillIn(user: UserEvent) {
  await user.type(await screen.findByLabelText('Email'), 'mara@mail.example')
  await user.type(screen.getByLabelText('Password'), 'correct horse battery')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
}

test('shows the success message and goes home after a login', async () => {
  let isSignedIn = false
  const { user } = renderScreen('/login', {
    session: () => ({ msg: { loggedIn: isSignedIn, userData: isSignedIn ? [buildUser()] : [] } }),
    login: () => {
      isSignedIn = true
      return { msg: 'You are logged in', nextPage: '/' }
    },
  })
  await fillIn(user)
  await screen.findByText('You are logged in')
  await screen.findByRole('heading', { name: /learning made easy/i })
})

/** A visitor who can log in. */
function mockLogin(values: Parameters<typeof buildUser>[0] = {}): CallMocks {
  let isSignedIn = false
  return {
    session: () => ({ msg: { loggedIn: isSignedIn, userData: isSignedIn ? [buildUser(values)] : [] } }),
    login: () => {
      isSignedIn = true
      return { msg: 'You are logged in', nextPage: '/' }
    },
  }
}

test('goes on without a pause', async () => {
  const setTimer = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => setTimer.mockRestore())
  const { user } = renderScreen('/login', mockLogin())
  await fillIn(user)
  await screen.findByRole('heading', { name: /learning made easy/i })
  expect(setTimer.mock.calls.filter(([, delay]) => delay === 1_200)).toEqual([])
})

test.each([
  ['a page of the site', '/student/allcourses?type=Free', '/student/allcourses', '?type=Free'],
  ['another site', '//evil.example/x', '/', ''],
  ['another site in disguise', '/\\evil.example', '/', ''],
  ['a script', 'javascript:alert(1)', '/', ''],
  ['the logout', '/logout', '/', ''],
])('goes on after a login whose next page is %s', async (_what, next, pathname, search) => {
  const { user, router } = renderScreen(`/login?next=${encodeURIComponent(next)}`, {
    ...mockLogin(),
    getCourses: () => ({ msg: [], nextPage: null }),
  })
  await fillIn(user)
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname, search }))
})

test('leads back to the page before the login', async () => {
  const { user, router } = renderScreen('/student/allcourses', {
    ...mockLogin(),
    getCourses: () => ({ msg: [], nextPage: null }),
  })
  await screen.findByRole('heading', { level: 1, name: /courses/i })
  await act(() => router.navigate('/login'))
  await fillIn(user)
  await screen.findByRole('heading', { name: /learning made easy/i })
  await act(() => router.navigate(-1))
  await waitFor(() => expect(router.state.location.pathname).toBe('/student/allcourses'))
})

test('brings a visitor who opened a course back to it', async () => {
  const { user, router } = renderScreen('/student/CoursePage/41-SQL?lesson=3', mockLogin())
  await screen.findByRole('heading', { name: 'Welcome back' })
  expect(router.state.location).toMatchObject({
    pathname: '/login',
    search: '?next=%2Fstudent%2FCoursePage%2F41-SQL%3Flesson%3D3',
  })
  await fillIn(user)
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/student/CoursePage/41-SQL', search: '?lesson=3' }),
  )
})

test('takes a signed-in user to the next page at once', async () => {
  const { router } = renderScreen('/login?next=%2Fstudent%2Fallcourses', {
    ...mockSignedIn(),
    getCourses: () => ({ msg: [], nextPage: null }),
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/student/allcourses'))
})

test('keeps the next page on the way to the sign-up and to Google', async () => {
  renderScreen('/login?next=%2Fstudent%2Fchat', {
    getSignInMethods: () => ({ msg: { google: true, passkeys: false } }),
  })
  const main = within(await screen.findByRole('main'))
  expect((await main.findByRole('link', { name: 'Sign up' })).getAttribute('href')).toBe(
    '/signup?next=%2Fstudent%2Fchat',
  )
  expect(main.getByRole('link', { name: 'Continue with Google' }).getAttribute('href')).toBe(
    '/api/auth/google?next=%2Fstudent%2Fchat',
  )
})

test('loads the page from the server, which leads on, when the session cannot be fetched after a login', async () => {
  const loaded = stubLocation()
  let isSignedIn = false
  const { user } = renderScreen('/login?next=%2Fstudent%2Fchat', {
    session: () => {
      if (isSignedIn) throw new AppError('connection')
      return { msg: { loggedIn: false, userData: [] } }
    },
    login: () => {
      isSignedIn = true
      return { msg: 'You are logged in', nextPage: '/' }
    },
  })
  await fillIn(user)
  await waitFor(() => expect(loaded).toEqual(['/login?next=%2Fstudent%2Fchat']))
  expect(screen.queryByRole('alert')).toBeNull()
  screen.getByRole('button', { name: 'Loading' })
})

test.each([
  ['an admin', 'admin', '/dashboard'],
  ['a student', 'student', '/maintenance'],
] as const)('takes %s who logs in during maintenance to where there is something to do', async (_who, role, path) => {
  const { user, router } = renderScreen('/login', {
    ...mockLogin({ role }),
    getMaintenace: () => ({ msg: [{ status: false }] }),
    getUsers: () => ({ msg: [], nextPage: null }),
  })
  await fillIn(user)
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
})

test('shows and hides the password', async () => {
  const { user } = renderScreen('/login')
  const password = await screen.findByLabelText('Password')
  expect(password.getAttribute('type')).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password.getAttribute('type')).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password.getAttribute('type')).toBe('password')
})

test('shows a failed login, which can be dismissed, and logs it without the password', async () => {
  const consoleError = spyOnConsoleError()
  const { user } = renderScreen('/login', {
    login: failWith('wrong_credentials'),
  })
  await fillIn(user)
  expect((await screen.findByRole('alert')).textContent).toBe(ERRORS.wrong_credentials[1])
  expect(consoleError).toHaveBeenCalledWith('The login failed:', ERRORS.wrong_credentials[1])
  expect(JSON.stringify(consoleError.mock.calls)).not.toContain('correct horse battery')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Log in' }))
})

test('shows Loading on the button while the request runs', async () => {
  const { user } = renderScreen('/login', { login: () => new Promise(() => {}) })
  await fillIn(user)
  await screen.findByRole('button', { name: 'Loading' })
})

test('does a proof of work when the server asks for one, and says so', async () => {
  let answer: (() => void) | undefined
  const { user, calls } = renderScreen('/login', {
    login: ({ proof }) => {
      if (proof === undefined) throw new AppError('proof_needed', { fields: { challenge: { seed: 'seed', bits: 8 } } })
      return new Promise((resolve) => {
        answer = () => resolve({ msg: 'You are logged in', nextPage: '/' })
      })
    },
  })
  await fillIn(user)
  await screen.findByText(/your browser is doing a short security check/i)
  screen.getByRole('button', { name: 'Loading' })
  await waitFor(() => expect(answer).toBeDefined())
  const proof = calls.findLast(({ name }) => name === 'login')?.input as { proof: string } | undefined
  expect(Math.clz32(hashStart(proof?.proof ?? ''))).toBeGreaterThanOrEqual(8)
  act(() => answer?.())
  await screen.findByText('You are logged in')
  expect(screen.queryByText(/security check/)).toBeNull()
})

test('shows a wrong password after a proof of work', async () => {
  spyOnConsoleError()
  const challenge = { seed: 'seed', bits: 4 }
  const { user } = renderScreen('/login', {
    login: ({ proof }) => {
      throw proof === undefined
        ? new AppError('proof_needed', { fields: { challenge } })
        : new AppError('wrong_credentials')
    },
  })
  await fillIn(user)
  expect((await screen.findByRole('alert')).textContent).toBe(ERRORS.wrong_credentials[1])
  screen.getByRole('button', { name: 'Log in' })
})

test('shows the error when a challenge is malformed', async () => {
  spyOnConsoleError()
  const { user, calls } = renderScreen('/login', {
    login: () => {
      throw new AppError('proof_needed', { fields: { challenge: { seed: 1 } } })
    },
  })
  await fillIn(user)
  expect((await screen.findByRole('alert')).textContent).toBe(ERRORS.proof_needed[1])
  expect(calls.filter(({ name }) => name === 'login')).toHaveLength(1)
})

test('links to the password reset', async () => {
  renderScreen('/login')
  expect((await screen.findByRole('link', { name: 'Forgot password?' })).getAttribute('href')).toBe('/forgotpassword')
})

describe('Google sign-in', () => {
  const withGoogle = { getSignInMethods: () => ({ msg: { google: true, passkeys: false } }) }

  test('is offered where it is configured, by a link that leaves the app', async () => {
    renderScreen('/login', withGoogle)
    const link = await screen.findByRole('link', { name: 'Continue with Google' })
    expect(link.getAttribute('href')).toBe('/api/auth/google')
    const isDefaultAllowed = new Promise((resolve) => {
      const onClick = (event: Event) => {
        resolve(!event.defaultPrevented)
        // jsdom cannot navigate and would log an error.
        event.preventDefault()
      }
      window.addEventListener('click', onClick, { once: true })
    })
    fireEvent.click(link)
    expect(await isDefaultAllowed).toBe(true)
  })

  test('is hidden where it is not configured', async () => {
    renderScreen('/login')
    await screen.findByLabelText('Email')
    expect(screen.queryByText('Continue with Google')).toBeNull()
  })

  test('stays visible while a login succeeds', async () => {
    let requests = 0
    const { user } = renderScreen('/login', {
      // A refetch must not hide the button.
      getSignInMethods: () => (requests++ === 0 ? { msg: { google: true, passkeys: false } } : new Promise(() => {})),
      login: () => ({ msg: 'You are logged in', nextPage: '/' }),
    })
    await fillIn(user)
    await screen.findByText('You are logged in')
    screen.getByRole('link', { name: 'Continue with Google' })
  })

  test.each([
    ['google_denied', 'Google sign-in was canceled. Try again, or log in with your password.'],
    ['google_expired', 'Google sign-in expired. Try again.'],
    ['google_unavailable', "We couldn't reach Google. Try again in a moment."],
    ['google_unverified', "Google hasn't verified this email. Verify it with Google, then try again."],
    ['google_email_known', 'This email already has an account. Log in with your password.'],
  ])('explains %s once', async (key, text) => {
    const { user, router } = renderScreen(`/login?error=${key}`, withGoogle)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(screen.getByRole('alert').textContent).toBe(text)
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('ends a notice with the next attempt', async () => {
    let refuse = () => {}
    const { user } = renderScreen('/login?done=reset', {
      login: () => new Promise((_resolve, reject) => (refuse = () => reject(new AppError('wrong_credentials')))),
    })
    spyOnConsoleError()
    await screen.findByText('Your password was changed. You can log in now.')
    await fillIn(user)
    await screen.findByRole('button', { name: 'Loading' })
    expect(screen.queryByText(/You can log in now/)).toBeNull()
    refuse()
    await screen.findByText(ERRORS.wrong_credentials[1])
    expect(screen.queryByText(/You can log in now/)).toBeNull()
  })

  test('ignores an unknown error and removes it from the URL', async () => {
    const { router } = renderScreen('/login?error=%3Cb%3Ehello', withGoogle)
    await screen.findByLabelText('Email')
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('shows an error at the field when the email is missing', async () => {
  const { user, calls } = renderScreen('/login')
  await user.click(await screen.findByRole('button', { name: 'Log in' }))
  const field = screen.getByLabelText('Email')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(field)
  expect(calls.some(({ name }) => name === 'login')).toBe(false)
})

test('keeps the focus when the error of a passkey is dismissed', async () => {
  const { user } = renderScreen('/login', { getSignInMethods: () => ({ msg: { google: false, passkeys: true } }) })
  await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  await user.click(await screen.findByRole('button', { name: /Dismiss/ }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign in with a passkey' }))
})
