import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildUser } from '#web/testing/factories.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

const URL_WITH_TOKEN = '/confirmemail?token=tok-1'

test('removes the token from the URL and waits for the button', async () => {
  const { router, calls } = renderScreen(URL_WITH_TOKEN)
  await screen.findByRole('button', { name: 'Confirm email' })
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(router.state.historyAction).toBe('REPLACE')
  expect(calls.some(({ name }) => name === 'confirmEmail')).toBe(false)
})

test('confirms the email, ends the session and links to the login', async () => {
  let isSignedIn = true
  const { user, calls } = renderScreen(URL_WITH_TOKEN, {
    session: () => ({ msg: { loggedIn: isSignedIn, userData: isSignedIn ? [buildUser()] : [] } }),
    confirmEmail: () => {
      isSignedIn = false
      return { msg: 'Your email is changed. Log in with it' }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Confirm email' }))
  await screen.findByText('Your email is changed. Log in with it')
  expect(calls.find(({ name }) => name === 'confirmEmail')?.input).toEqual({ token: 'tok-1' })
  const loginLink = screen.getAllByRole('link', { name: 'Log in' }).find((link) => link === document.activeElement)
  expect(loginLink?.getAttribute('href')).toBe('/login')
  expect(screen.queryByRole('button', { name: 'Confirm email' })).toBeNull()
  expect(calls.filter(({ name }) => name === 'session').length).toBeGreaterThan(1)
})

test('shows Loading on the button while the request runs', async () => {
  const { user } = renderScreen(URL_WITH_TOKEN, { confirmEmail: () => new Promise(() => {}) })
  await user.click(await screen.findByRole('button', { name: 'Confirm email' }))
  await screen.findByRole('button', { name: 'Loading' })
})

test.each(['wrong_link', 'email_taken', 'connection'] as const)(
  'shows the error %s, which can be dismissed',
  async (code) => {
    const failure = new AppError(code)
    const { user } = renderScreen(URL_WITH_TOKEN, {
      confirmEmail: () => {
        throw failure
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Confirm email' }))
    expect((await screen.findByRole('alert')).textContent).toContain(failure.message)
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Confirm email' }))
  },
)

test('links to the profile when the token is missing', async () => {
  renderScreen('/confirmemail')
  await screen.findByText(/This link is incomplete/)
  expect(screen.getByRole('link', { name: 'Go to your profile' }).getAttribute('href')).toBe('/student/profile')
  expect(screen.queryByRole('button', { name: 'Confirm email' })).toBeNull()
})

test('confirms the email that the account has, and stays signed in', async () => {
  const { user } = renderScreen(`${URL_WITH_TOKEN}&own=1`, {
    confirmEmail: () => ({ msg: 'Your email is confirmed.' }),
  })
  await screen.findByRole('heading', { name: 'Confirm your email' })
  await user.click(await screen.findByRole('button', { name: 'Confirm email' }))
  await screen.findByText('Your email is confirmed.')
  expect(screen.getByRole('link', { name: 'Go to the courses' }).getAttribute('href')).toBe('/student/allcourses')
})

test('says that the email is confirmed after the form was sent without script', async () => {
  renderScreen('/confirmemail?done=1')
  await screen.findByText('Your email is confirmed.')
  expect(screen.getByRole('link', { name: 'Go to the courses' }).getAttribute('href')).toBe('/student/allcourses')
  expect(screen.queryByRole('button', { name: 'Confirm email' })).toBeNull()
})
