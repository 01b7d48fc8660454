import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

const ADDRESS = '/verifycode?email=mara%40mail.example'

afterEach(() => vi.useRealTimers())

async function enter(user: ReturnType<typeof renderScreen>['user'], code = '123456') {
  await user.type(await screen.findByLabelText('Code'), code)
  await user.click(screen.getByRole('button', { name: 'Verify code' }))
}

const wrong = () => {
  throw new AppError('wrong_code')
}

test('says that the code was sent', async () => {
  renderScreen(ADDRESS)
  await screen.findByText('Code sent to your email - check your spam')
})

test('a right code leads on to the new password, and takes its own place in the history', async () => {
  const { user, router, calls } = renderScreen(ADDRESS, { verifyCode: () => ({ msg: 'Code verified' }) })
  await enter(user)
  await screen.findByText('Code verified')
  expect(calls.find(({ name }) => name === 'verifyCode')?.input).toEqual({ email: 'mara@mail.example', code: '123456' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/confirmpass'), { timeout: 3_000 })
  expect(router.state.historyAction).toBe('REPLACE')
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('a wrong code is said, and can be dismissed', async () => {
  const { user, router } = renderScreen(ADDRESS, { verifyCode: wrong })
  await enter(user)
  expect((await screen.findByRole('alert')).textContent).toBe('The code is wrong or has expired. Request a new one')
  expect(router.state.location.pathname).toBe('/verifycode')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a server that cannot be reached is said', async () => {
  const { user } = renderScreen(ADDRESS, {
    verifyCode: () => {
      throw new AppError('connection')
    },
  })
  await enter(user)
  expect((await screen.findByRole('alert')).textContent).toBe('Error connecting to server')
})

test('a code can be pasted however the mail breaks it up', async () => {
  const { user, calls } = renderScreen(ADDRESS, { verifyCode: wrong })
  const field = await screen.findByLabelText<HTMLInputElement>('Code')
  await user.click(field)
  await user.paste(' 012 345\n')
  expect(field.value).toBe('012345')
  await user.click(screen.getByRole('button', { name: 'Verify code' }))
  await screen.findByRole('alert')
  expect(calls.find(({ name }) => name === 'verifyCode')?.input).toEqual({ email: 'mara@mail.example', code: '012345' })
})

test('too few digits are said at the field, and nothing is sent', async () => {
  const { user, calls } = renderScreen(ADDRESS)
  await enter(user, '123')
  await screen.findByText('Enter the 6-digit code')
  expect(document.activeElement).toBe(screen.getByLabelText('Code'))
  expect(calls.some(({ name }) => name === 'verifyCode')).toBe(false)
})

test.each(['/verifycode', '/verifycode?email='])(
  'at %s nothing can be sent: it leads to where a code is asked for',
  async (address) => {
    const { calls } = renderScreen(address)
    await screen.findByText('This link is incomplete: it does not say which e-mail the code was sent to.')
    expect(screen.getByRole('link', { name: 'Get a code' }).getAttribute('href')).toBe('/forgotpassword')
    expect(screen.queryByRole('button', { name: 'Verify code' })).toBeNull()
    expect(calls.some(({ name }) => name === 'verifyCode')).toBe(false)
  },
)

test('a new code is sent in place of the last one’s words, and the next one only after 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
  const { calls } = renderScreen(ADDRESS, {
    verifyCode: wrong,
    forgotPass: () => ({ msg: 'If this email has an account, we sent a code.' }),
  })
  const sent = () => calls.filter(({ name }) => name === 'forgotPass').length
  await enter(user)
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Send a new code' }))
  await screen.findByText('If this email has an account, we sent a code.')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('')
  const button = screen.getByRole('button', { name: /^Send a new code in \d+ s$/ })
  await user.click(button)
  expect(sent()).toBe(1)
  act(() => void vi.advanceTimersByTime(28_000))
  expect(button.getAttribute('aria-disabled')).toBe('true')
  act(() => void vi.advanceTimersByTime(3_000))
  expect(button.textContent).toBe('Send a new code')
  await user.click(button)
  await waitFor(() => expect(sent()).toBe(2))
})

test('a new code that cannot be sent is said, and can be tried again at once', async () => {
  const { user } = renderScreen(ADDRESS, {
    forgotPass: () => {
      throw new AppError('connection')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Send a new code' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Error connecting to server')
  expect(screen.getByRole('button', { name: 'Send a new code' }).getAttribute('aria-disabled')).toBe('false')
})
