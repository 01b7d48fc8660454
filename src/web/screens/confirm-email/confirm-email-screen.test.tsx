import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildUser } from '#web/testing/factories.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

const ADDRESS = '/confirmemail?token=tok-1'

test('the link alone confirms nothing, and its token leaves the address', async () => {
  const { router, calls } = renderScreen(ADDRESS)
  await screen.findByRole('button', { name: 'Confirm this e-mail' })
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(router.state.historyAction).toBe('REPLACE')
  expect(calls.some(({ name }) => name === 'confirmEmail')).toBe(false)
})

test('the button confirms it, logs everyone out and leads to the login', async () => {
  let isIn = true
  const { user, calls } = renderScreen(ADDRESS, {
    session: () => ({ msg: { loggedIn: isIn, userData: isIn ? [buildUser()] : [] } }),
    confirmEmail: () => {
      isIn = false
      return { msg: 'Your e-mail is changed. Log in with it' }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Confirm this e-mail' }))
  await screen.findByText('Your e-mail is changed. Log in with it')
  expect(calls.find(({ name }) => name === 'confirmEmail')?.input).toEqual({ token: 'tok-1' })
  const onward = screen.getAllByRole('link', { name: 'Log in' }).find((link) => link === document.activeElement)
  expect(onward?.getAttribute('href')).toBe('/login')
  expect(screen.queryByRole('button', { name: 'Confirm this e-mail' })).toBeNull()
  expect(calls.filter(({ name }) => name === 'session').length).toBeGreaterThan(1)
})

test('while it is under way the button says Loading', async () => {
  const { user } = renderScreen(ADDRESS, { confirmEmail: () => new Promise(() => {}) })
  await user.click(await screen.findByRole('button', { name: 'Confirm this e-mail' }))
  await screen.findByRole('button', { name: 'Loading' })
})

test.each(['wrong_link', 'email_taken', 'connection'] as const)(
  'a failure (%s) is said in the server’s words, and can be dismissed',
  async (code) => {
    const failure = new AppError(code)
    const { user } = renderScreen(ADDRESS, {
      confirmEmail: () => {
        throw failure
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Confirm this e-mail' }))
    expect((await screen.findByRole('alert')).textContent).toContain(failure.message)
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Confirm this e-mail' }))
  },
)

test('without a token the link is incomplete', async () => {
  renderScreen('/confirmemail')
  await screen.findByText(/This link is incomplete/)
  expect(screen.getByRole('link', { name: 'Go to your profile' }).getAttribute('href')).toBe('/student/profile')
  expect(screen.queryByRole('button', { name: 'Confirm this e-mail' })).toBeNull()
})
