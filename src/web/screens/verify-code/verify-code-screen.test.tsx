import { act, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import '#web/testing/preload-screens.ts'

const VERIFY_URL = '/verifycode?email=mara%40mail.example'

afterEach(() => vi.useRealTimers())

async function enterCode(user: UserEvent, code = '123456') {
  await user.type(await screen.findByLabelText('Code'), code)
  await user.click(screen.getByRole('button', { name: 'Verify code' }))
}

const rejectCode = failWith('wrong_code')

test('shows that the code was sent', async () => {
  renderScreen(VERIFY_URL)
  await screen.findByText('Code sent to your email - check your spam')
})

test('opens the new password screen after the right code, and Back skips the used code', async () => {
  const { user, router, calls } = renderScreen('/forgotpassword', { verifyCode: () => ({ msg: 'Code verified' }) })
  await screen.findByRole('heading', { name: 'Reset your password' })
  await act(() => router.navigate(VERIFY_URL))
  await enterCode(user)
  await screen.findByText('Code verified')
  expect(calls.find(({ name }) => name === 'verifyCode')?.input).toEqual({ email: 'mara@mail.example', code: '123456' })
  await screen.findByRole('heading', { name: 'Choose a new password' })
  await act(() => router.navigate(-1))
  await screen.findByRole('heading', { name: 'Reset your password' })
})

test('shows an error for a wrong code, which can be dismissed', async () => {
  const { user } = renderScreen(VERIFY_URL, { verifyCode: rejectCode })
  await enterCode(user)
  expect((await screen.findByRole('alert')).textContent).toBe(ERRORS.wrong_code[1])
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows a connection error', async () => {
  const { user } = renderScreen(VERIFY_URL, {
    verifyCode: failWith('connection'),
  })
  await enterCode(user)
  expect((await screen.findByRole('alert')).textContent).toBe('Error connecting to server')
})

test('accepts a pasted code with spaces and line breaks', async () => {
  const { user, calls } = renderScreen(VERIFY_URL, { verifyCode: rejectCode })
  const field = await screen.findByLabelText<HTMLInputElement>('Code')
  await user.click(field)
  await user.paste(' 012 345\n')
  expect(field.value).toBe('012345')
  await user.click(screen.getByRole('button', { name: 'Verify code' }))
  await screen.findByRole('alert')
  expect(calls.find(({ name }) => name === 'verifyCode')?.input).toEqual({ email: 'mara@mail.example', code: '012345' })
})

test('takes the digits of a Persian keyboard', async () => {
  const { user, calls } = renderScreen(VERIFY_URL, { verifyCode: rejectCode })
  await enterCode(user, '۰۱۲۳۴۵')
  await screen.findByRole('alert')
  expect(calls.find(({ name }) => name === 'verifyCode')?.input).toEqual({ email: 'mara@mail.example', code: '012345' })
})

test('shows an error at the field when digits are missing', async () => {
  const { user, calls } = renderScreen(VERIFY_URL)
  await enterCode(user, '123')
  await screen.findByText('Enter the 6-digit code')
  expect(document.activeElement).toBe(screen.getByLabelText('Code'))
  expect(calls.some(({ name }) => name === 'verifyCode')).toBe(false)
})

test.each(['/verifycode', '/verifycode?email='])(
  'links to a new code at %s, where the email is missing',
  async (url) => {
    const { calls } = renderScreen(url)
    await screen.findByText('This link is incomplete. Request a new code.')
    expect(screen.getByRole('link', { name: 'Get a code' }).getAttribute('href')).toBe('/forgotpassword')
    expect(screen.queryByRole('button', { name: 'Verify code' })).toBeNull()
    expect(calls.some(({ name }) => name === 'verifyCode')).toBe(false)
  },
)

test('sends a new code, clears the error, and allows another after 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
  const { calls } = renderScreen(VERIFY_URL, {
    verifyCode: rejectCode,
    forgotPass: () => ({ msg: 'If this email has an account, we sent a code.' }),
  })
  const countRequests = () => calls.filter(({ name }) => name === 'forgotPass').length
  await enterCode(user)
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Send a new code' }))
  await screen.findByText('If this email has an account, we sent a code.')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('')
  const button = screen.getByRole('button', { name: /^Send a new code in \d+ s$/ })
  await user.click(button)
  expect(countRequests()).toBe(1)
  act(() => void vi.advanceTimersByTime(28_000))
  expect(button.getAttribute('aria-disabled')).toBe('true')
  act(() => void vi.advanceTimersByTime(3_000))
  expect(button.textContent).toBe('Send a new code')
  await user.click(button)
  await waitFor(() => expect(countRequests()).toBe(2))
})

test('allows a retry at once when sending a new code fails', async () => {
  const { user } = renderScreen(VERIFY_URL, {
    forgotPass: failWith('connection'),
  })
  await user.click(await screen.findByRole('button', { name: 'Send a new code' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Error connecting to server')
  expect(screen.getByRole('button', { name: 'Send a new code' }).getAttribute('aria-disabled')).toBe('false')
})
