import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildUser } from '#web/testing/factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { stubLocation } from '#web/testing/stub-location.ts'
import '#web/testing/preload-screens.ts'

const STEP_URL = '/loginstep?steps=totp,passkey,recovery'

test('asks for the second step after a right password, and keeps where the visitor wanted to go', async () => {
  const { user, router } = renderScreen('/login?next=%2Fstudent%2Fchat', {
    login: () => {
      throw new AppError('second_factor_needed', { fields: { steps: ['totp', 'recovery'] } })
    },
  })
  await user.type(await screen.findByLabelText('Email'), 'ada@mail.example')
  await user.type(screen.getByLabelText('Password'), 'eleven green bottles')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByRole('heading', { name: 'Two-step verification' })
  expect(router.state.location.search).toBe('?steps=totp,recovery&next=%2Fstudent%2Fchat')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Use a passkey' })).toBeNull()
})

test('logs in with the code of an app, and trusts the browser if asked to', async () => {
  let isSignedIn = false
  const { user, calls, router } = renderScreen(STEP_URL, {
    session: () => ({ msg: { loggedIn: isSignedIn, userData: isSignedIn ? [buildUser()] : [] } }),
    confirmLogin: () => {
      isSignedIn = true
      return { msg: 'You are logged in', nextPage: '/' }
    },
  })
  await user.type(await screen.findByLabelText('Code'), '123 456')
  await user.click(screen.getByLabelText(/^Trust this browser/))
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(calls.find(({ name }) => name === 'confirmLogin')?.input).toEqual({ code: '123456', trust: true })
})

test('leads back to the page before the login', async () => {
  let isSignedIn = false
  const { user, router } = renderScreen('/student/allcourses', {
    session: () => ({ msg: { loggedIn: isSignedIn, userData: isSignedIn ? [buildUser()] : [] } }),
    getCourses: () => ({ msg: [], nextPage: null }),
    login: () => {
      throw new AppError('second_factor_needed', { fields: { steps: ['totp', 'recovery'] } })
    },
    confirmLogin: () => {
      isSignedIn = true
      return { msg: 'You are logged in', nextPage: '/' }
    },
  })
  await screen.findByRole('heading', { level: 1, name: /courses/i })
  await act(() => router.navigate('/login'))
  await user.type(await screen.findByLabelText('Email'), 'ada@mail.example')
  await user.type(screen.getByLabelText('Password'), 'eleven green bottles')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await user.type(await screen.findByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  await act(() => router.navigate(-1))
  await waitFor(() => expect(router.state.location.pathname).toBe('/student/allcourses'))
})

test('loads the login from the server, which leads on, when the session cannot be fetched after a right code', async () => {
  const loaded = stubLocation()
  let isSignedIn = false
  const { user } = renderScreen(STEP_URL, {
    session: () => {
      if (isSignedIn) throw new AppError('connection')
      return { msg: { loggedIn: false, userData: [] } }
    },
    confirmLogin: () => {
      isSignedIn = true
      return { msg: 'You are logged in', nextPage: '/' }
    },
  })
  await user.type(await screen.findByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(loaded).toEqual(['/login']))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows a wrong code, and takes a recovery code instead', async () => {
  const { user, calls } = renderScreen(STEP_URL, { confirmLogin: failWith('wrong_code') })
  await user.type(await screen.findByLabelText('Code'), '000000')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByRole('alert')
  await user.click(screen.getByRole('link', { name: 'Use a recovery code' }))
  const code = await screen.findByLabelText('Recovery code')
  expect(document.activeElement).toBe(code)
  expect(screen.queryByRole('alert')).toBeNull()
  await user.type(code, 'abcd-efgh-jkmn-pqrs')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() =>
    expect(calls.filter(({ name }) => name === 'confirmLogin').at(-1)?.input).toMatchObject({
      code: 'abcd-efgh-jkmn-pqrs',
    }),
  )
})

test('leads back to the login when the login has expired or the link has no steps', async () => {
  const { user } = renderScreen(`${STEP_URL}&next=%2Fstudent%2Fchat`, { confirmLogin: failWith('login_expired') })
  await user.type(await screen.findByLabelText('Code'), '000000')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('This login has expired')
  const href = '/login?next=%2Fstudent%2Fchat'
  expect(within(alert).getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(href)
  expect(screen.getByRole('link', { name: 'Log in again' }).getAttribute('href')).toBe(href)
})

test('says so when the browser has no passkeys', async () => {
  const { user } = renderScreen('/loginstep?steps=passkey', {
    startPasskeyLogin: () => ({ msg: { challenge: 'AAAA', rpId: 'localhost' } }),
  })
  await user.click(await screen.findByRole('button', { name: 'Use passkey' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This browser doesn’t support passkeys.')
})

test.each([
  ['/loginstep', '/login'],
  ['/loginstep?steps=nonsense&next=%2Fstudent%2Fchat', '/login?next=%2Fstudent%2Fchat'],
])('links to the login at %s', async (url, href) => {
  renderScreen(url)
  await screen.findByText('This link is incomplete. Log in again.')
  expect(screen.getAllByRole('link', { name: 'Log in' }).at(-1)?.getAttribute('href')).toBe(href)
})
