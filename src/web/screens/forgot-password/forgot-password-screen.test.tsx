import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

async function ask(user: ReturnType<typeof renderScreen>['user'], email = 'mara@mail.example') {
  await user.type(await screen.findByLabelText('E-mail'), email)
  await user.click(screen.getByRole('button', { name: 'Send code to reset' }))
}

test('asking for a code says that it is on its way, and leads to where it is entered', async () => {
  const { user, router, calls } = renderScreen('/forgotpassword', {
    forgotPass: () => ({ msg: 'If this email has an account, we sent a code.' }),
  })
  await ask(user, 'Mara+a@mail.example')
  await screen.findByText('If this email has an account, we sent a code.')
  await waitFor(() => expect(router.state.location.pathname).toBe('/verifycode'), { timeout: 3_000 })
  expect(router.state.location.search).toBe('?email=mara%2Ba%40mail.example')
  expect(calls.find(({ name }) => name === 'forgotPass')?.input).toEqual({ email: 'mara+a@mail.example' })
})

test('a server that cannot be reached is said, and can be dismissed', async () => {
  const { user, router } = renderScreen('/forgotpassword', {
    forgotPass: () => {
      throw new AppError('connection')
    },
  })
  await ask(user)
  expect((await screen.findByRole('alert')).textContent).toBe('Error connecting to server')
  expect(router.state.location.pathname).toBe('/forgotpassword')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('while it is under way the button says Loading', async () => {
  const { user } = renderScreen('/forgotpassword', { forgotPass: () => new Promise(() => {}) })
  await ask(user)
  await screen.findByRole('button', { name: 'Loading' })
})

test('what is no e-mail is said at the field, and nothing is sent', async () => {
  const { user, calls } = renderScreen('/forgotpassword')
  await ask(user, 'mara')
  await screen.findByText('Enter a valid email address')
  expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true')
  expect(calls.some(({ name }) => name === 'forgotPass')).toBe(false)
})
