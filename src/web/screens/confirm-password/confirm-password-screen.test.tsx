import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

const ADDRESS = '/confirmpass?email=mara%40mail.example&code=012345'
const PASSWORD = 'a lamp by the window'

async function fillIn(user: ReturnType<typeof renderScreen>['user'], confirm = PASSWORD) {
  await user.type(await screen.findByLabelText('Password'), PASSWORD)
  await user.type(screen.getByLabelText('Confirm password'), confirm)
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
}

test('the confirm field appears once a password is typed', async () => {
  const { user } = renderScreen(ADDRESS)
  const field = await screen.findByLabelText('Password')
  expect(screen.queryByLabelText('Confirm password')).toBeNull()
  await user.type(field, 'a')
  expect(screen.getByLabelText('Confirm password')).toBeDefined()
})

test('a password that is not confirmed is said at its field, and nothing is sent', async () => {
  const { user, calls } = renderScreen(ADDRESS)
  await fillIn(user, 'a lamp by the door')
  await screen.findByText('confirm password correctly')
  const field = screen.getByLabelText('Confirm password')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  expect(calls.some(({ name }) => name === 'resetPass')).toBe(false)
})

test('changing either of the two to match takes the complaint away', async () => {
  const { user } = renderScreen(ADDRESS)
  await fillIn(user, `${PASSWORD}s`)
  await screen.findByText('confirm password correctly')
  await user.type(screen.getByLabelText('Password'), 's')
  await waitFor(() => expect(screen.queryByText('confirm password correctly')).toBeNull())
})

test('a password that is too short is said at its field', async () => {
  const { user, calls } = renderScreen(ADDRESS)
  await user.type(await screen.findByLabelText('Password'), 'short')
  await user.type(screen.getByLabelText('Confirm password'), 'short')
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
  await screen.findByText('Password must have at least 8 characters')
  expect(calls.some(({ name }) => name === 'resetPass')).toBe(false)
})

test('e-mail and code are taken out of the address at once, and still sent', async () => {
  const { user, router, calls } = renderScreen(ADDRESS, { resetPass: () => ({ msg: 'Your password is new' }) })
  await screen.findByLabelText('Password')
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(router.state.historyAction).toBe('REPLACE')
  await fillIn(user)
  await screen.findByText('Your password is new')
  expect(calls.find(({ name }) => name === 'resetPass')?.input).toEqual({
    email: 'mara@mail.example',
    code: '012345',
    password: PASSWORD,
  })
})

test('a password that was reset leads to the login after 2 seconds, which says it once more', async () => {
  const { user, router } = renderScreen(ADDRESS, { resetPass: () => ({ msg: 'Your password is new' }) })
  await fillIn(user)
  await screen.findByText('Your password is new')
  const since = performance.now()
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'), { timeout: 4_000, interval: 20 })
  expect(performance.now() - since).toBeGreaterThan(1_800)
  expect(router.state.historyAction).toBe('REPLACE')
  await screen.findByText('Your password is new')
})

test('a code that no longer holds is said, with the way to a new one', async () => {
  const { user, router } = renderScreen(ADDRESS, {
    resetPass: () => {
      throw new AppError('wrong_code')
    },
  })
  await fillIn(user)
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The code is wrong or has expired. Request a new one',
  )
  expect(router.state.location.pathname).toBe('/confirmpass')
  expect(screen.getByRole('link', { name: 'Get a new code' }).getAttribute('href')).toBe('/forgotpassword')
})

test('a server that cannot be reached is said, and can be dismissed', async () => {
  const { user } = renderScreen(ADDRESS, {
    resetPass: () => {
      throw new AppError('connection')
    },
  })
  await fillIn(user)
  expect((await screen.findByRole('alert')).textContent).toBe('Error connecting to server')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('with one of the two missing the server is asked, and refuses', async () => {
  const { user, calls } = renderScreen('/confirmpass?email=mara%40mail.example', {
    resetPass: () => {
      throw new AppError('invalid_input', { text: 'Code is required' })
    },
  })
  await fillIn(user)
  expect((await screen.findByRole('alert')).textContent).toBe('Code is required')
  expect(calls.some(({ name }) => name === 'resetPass')).toBe(true)
})

test('with neither the link is incomplete: it leads to where a code is asked for', async () => {
  renderScreen('/confirmpass')
  await screen.findByText('This link is incomplete: it holds neither e-mail nor code.')
  expect(screen.getByRole('link', { name: 'Get a code' }).getAttribute('href')).toBe('/forgotpassword')
  expect(screen.queryByLabelText('Password')).toBeNull()
})
