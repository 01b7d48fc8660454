import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import '#web/testing/preload-screens.ts'

async function fillIn(user: UserEvent, password = 'a lamp by the window') {
  await user.type(await screen.findByLabelText('First name'), 'Nia')
  await user.type(screen.getByLabelText('Last name'), 'Osei')
  await user.type(screen.getByLabelText('Email'), 'nia@mail.example')
  await user.type(screen.getByLabelText('Password'), password)
  await user.type(screen.getByLabelText('Date of birth'), '1998-02-03')
  await user.selectOptions(screen.getByLabelText('Gender'), 'Female')
  await user.click(screen.getByRole('button', { name: 'Sign up' }))
}

test('sends the form, opens the login, and repeats the success message', async () => {
  const { user, calls } = renderScreen('/signup', {
    signup: () => ({ msg: 'Your account is ready. You can log in now.' }),
  })
  await fillIn(user)
  await screen.findByText('Your account is ready. You can log in now.')
  await screen.findByRole('heading', { name: 'Welcome back' })
  await screen.findByText('Your account is ready. You can log in now.')
  expect(calls.find(({ name }) => name === 'signup')?.input).toEqual({
    first_name: 'Nia',
    last_name: 'Osei',
    email: 'nia@mail.example',
    password: 'a lamp by the window',
    gender: 'Female',
    birthdate: '1998-02-03',
    status_user: false,
  })
})

test('keeps the next page on the way to the login', async () => {
  const { user, router } = renderScreen('/signup?next=%2Fstudent%2Fchat', { signup: () => ({ msg: 'Ready' }) })
  const link = await within(await screen.findByRole('main')).findByRole('link', { name: 'Log in' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Fstudent%2Fchat')
  await fillIn(user)
  await screen.findByRole('heading', { name: 'Welcome back' })
  expect(router.state.location.search).toBe('?next=%2Fstudent%2Fchat')
})

test('shows an error at the email field when the email is taken', async () => {
  const { user } = renderScreen('/signup', {
    signup: failWith('email_taken'),
  })
  await fillIn(user)
  await waitFor(() => expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true'))
  expect((await screen.findByRole('alert')).textContent).toBe(ERRORS.email_taken[1])
})

test('does not send a password that is too short', async () => {
  const { user, calls } = renderScreen('/signup')
  await fillIn(user, 'short')
  await screen.findByText('Password must have at least 8 characters')
  expect(calls.some(({ name }) => name === 'signup')).toBe(false)
})

test('cuts a name at its limit and says so', async () => {
  const { user } = renderScreen('/signup')
  const field = await screen.findByLabelText<HTMLInputElement>('First name')
  await user.click(field)
  await user.paste('n'.repeat(90))
  expect(field.value).toHaveLength(80)
  screen.getByText('First name can have at most 80 characters')
})

test('shows no password rule before one is broken', async () => {
  const { user } = renderScreen('/signup')
  const field = await screen.findByLabelText('Password')
  expect(field.getAttribute('aria-describedby')).toBeNull()
  expect(screen.getByRole('main').textContent).not.toMatch(/characters/)
  await user.type(field, 'short')
  expect(screen.getByRole('main').textContent).not.toMatch(/characters/)
})

test('says that every empty field is required', async () => {
  const { user, calls } = renderScreen('/signup')
  await user.click(await screen.findByRole('button', { name: 'Sign up' }))
  for (const label of ['First name', 'Last name', 'Email', 'Password', 'Date of birth'])
    await screen.findByText(`${label} is required`)
  expect(calls.some(({ name }) => name === 'signup')).toBe(false)
})

test('offers Google sign-in where it is configured', async () => {
  renderScreen('/signup', { getSignInMethods: () => ({ msg: { google: true, passkeys: false } }) })
  expect((await screen.findByRole('link', { name: 'Continue with Google' })).getAttribute('href')).toBe(
    '/api/auth/google',
  )
})

test('defaults the gender to Male', async () => {
  renderScreen('/signup')
  expect(((await screen.findByLabelText('Gender')) as HTMLSelectElement).value).toBe('Male')
})
