import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

type User = ReturnType<typeof renderScreen>['user']

async function fillIn(user: User, password = 'a lamp by the window') {
  await user.type(await screen.findByLabelText('First name'), 'Nia')
  await user.type(screen.getByLabelText('Last name'), 'Osei')
  await user.type(screen.getByLabelText('E-mail'), 'nia@mail.example')
  await user.type(screen.getByLabelText('Password'), password)
  await user.type(screen.getByLabelText('Date of birth'), '1998-02-03')
  await user.selectOptions(screen.getByLabelText('Gender'), 'Female')
  await user.click(screen.getByRole('button', { name: 'Sign up' }))
}

test('signing up sends what was filled in, and leads to the login, which says how it went', async () => {
  const { user, router, calls } = renderScreen('/signup', {
    signup: () => ({ msg: 'Your account is ready. You can log in now.' }),
  })
  await fillIn(user)
  await screen.findByText('Your account is ready. You can log in now.')
  expect(router.state.location.pathname).toBe('/signup')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'), { timeout: 3_000 })
  await screen.findByText('Your account is ready. You can log in now.')
  expect(calls.find(({ name }) => name === 'signup')?.input).toEqual({
    first_name: 'Nia',
    last_name: 'Osei',
    email: 'nia@mail.example',
    password: 'a lamp by the window',
    gender: 'Female',
    birthdate: '1998-02-03',
  })
})

test('an e-mail that is taken is said at its field', async () => {
  const { user } = renderScreen('/signup', {
    signup: () => {
      throw new AppError('email_taken')
    },
  })
  await fillIn(user)
  await waitFor(() => expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText('This email is already registered').length).toBeGreaterThan(0)
})

test('a password that is too short is not sent', async () => {
  const { user, calls } = renderScreen('/signup')
  await fillIn(user, 'short')
  await screen.findByText('Password must have at least 8 characters')
  expect(calls.some(({ name }) => name === 'signup')).toBe(false)
})

test('a name ends at its limit, and the field says so', async () => {
  const { user } = renderScreen('/signup')
  const field = await screen.findByLabelText<HTMLInputElement>('First name')
  await user.click(field)
  await user.paste('n'.repeat(90))
  expect(field.value).toHaveLength(80)
  expect(screen.getByText('First name can have at most 80 characters')).toBeDefined()
})

test('the rule for a password stands at its field before one is typed', async () => {
  renderScreen('/signup')
  const field = await screen.findByLabelText('Password')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    'At least 8 characters',
  )
})

test('Google is offered where it is set up', async () => {
  renderScreen('/signup', { getSignInMethods: () => ({ msg: { google: true } }) })
  expect((await screen.findByRole('link', { name: 'Continue with Google' })).getAttribute('href')).toBe(
    '/api/auth/google',
  )
})

test('the gender is Male unless Female is chosen', async () => {
  renderScreen('/signup')
  expect(((await screen.findByLabelText('Gender')) as HTMLSelectElement).value).toBe('Male')
})
