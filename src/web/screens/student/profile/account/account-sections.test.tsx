import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildAccount, buildSession, buildUser } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'

type Account = ReturnType<typeof buildAccount>

function showAccount(values: Partial<Account> = {}, network: CallMocks = {}) {
  const account = buildAccount(values)
  return renderScreen('/student/profile', {
    session: () => ({ msg: { loggedIn: true, userData: [buildUser()] } }),
    getUserData: () => ({ msg: { data: [buildUser()] } }),
    getAccount: () => ({ msg: account }),
    ...network,
  })
}

const HERE = buildSession()
const PHONE = buildSession({
  session_id: 32,
  device: 'Chrome on Android',
  isCurrent: false,
  last_seen: new Date(Date.now() - 3 * 3_600_000).toISOString(),
})
const MAC = buildSession({
  session_id: 33,
  device: 'Safari on macOS',
  isCurrent: false,
  last_seen: '2025-01-01T00:00:00.000Z',
})

const section = (name: string) => screen.findByRole('region', { name })
const devices = async () =>
  within(within(await section('Signed in on')).getByRole('list'))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('p')?.firstChild?.textContent)

test('the password is changed with the current one, and the fields are empty again', async () => {
  const { user, calls } = showAccount({}, { changePassword: () => ({ msg: 'Your password is changed' }) })
  const password = within(await section('Password'))
  await user.type(password.getByLabelText('Current password'), 'a lamp by the window')
  await user.type(password.getByLabelText('New password'), 'two lamps by the door')
  await user.click(password.getByRole('button', { name: 'Change password' }))
  await password.findByText('Your password is changed')
  expect(calls.find(({ name }) => name === 'changePassword')?.input).toEqual({
    password: 'a lamp by the window',
    new_password: 'two lamps by the door',
  })
  expect(password.getByLabelText<HTMLInputElement>('Current password').value).toBe('')
  expect(password.getByLabelText<HTMLInputElement>('New password').value).toBe('')
})

test('a wrong current password is said at its field', async () => {
  const { user } = showAccount(
    {},
    {
      changePassword: () => {
        throw new AppError('wrong_password')
      },
    },
  )
  const password = within(await section('Password'))
  await user.type(password.getByLabelText('Current password'), 'no lamp')
  await user.type(password.getByLabelText('New password'), 'two lamps by the door')
  await user.click(password.getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(password.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true'))
})

test('an account without a password sets its first one', async () => {
  const { user, calls } = showAccount(
    { hasPassword: false, hasGoogle: true },
    {
      changePassword: () => {
        throw new AppError('stale_login')
      },
    },
  )
  const password = within(await section('Password'))
  expect(password.queryByLabelText('Current password')).toBeNull()
  await user.type(password.getByLabelText('New password'), 'two lamps by the door')
  await user.click(password.getByRole('button', { name: 'Set a password' }))
  const refusal = await password.findByRole('alert')
  expect(within(refusal).getByRole('link').getAttribute('href')).toBe('/student/logout')
  expect(calls.find(({ name }) => name === 'changePassword')?.input).toEqual({ new_password: 'two lamps by the door' })
})

test('each browser that is signed in is listed, with when it was seen', async () => {
  showAccount({ sessions: [HERE, PHONE] })
  const rows = within(within(await section('Signed in on')).getByRole('list')).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Firefox on LinuxHere, nowSince November 20, 2026/),
    expect.stringMatching(/^Chrome on AndroidLast seen 3 hours agoSince November 20, 2026/),
  ])
})

test('one alone cannot sign out everywhere else', async () => {
  showAccount()
  expect(within(await section('Signed in on')).queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
})

test('a session that is signed out leaves the list at once', async () => {
  const { user, calls } = showAccount({ sessions: [HERE, PHONE, MAC] }, { endSession: () => new Promise(() => {}) })
  await section('Signed in on')
  await user.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }))
  await waitFor(async () => expect(await devices()).toEqual(['Firefox on Linux', 'Safari on macOS']))
  expect(calls.find(({ name }) => name === 'endSession')?.input).toEqual({ session_id: 32 })
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Sessions' }))
})

test('a session that the server does not end comes back to its place', async () => {
  const { user } = showAccount(
    { sessions: [HERE, PHONE, MAC] },
    {
      endSession: () => {
        throw new AppError('busy')
      },
    },
  )
  await section('Signed in on')
  await user.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }))
  await screen.findByText('The service is busy. Please try again in a moment')
  expect(await devices()).toEqual(['Firefox on Linux', 'Chrome on Android', 'Safari on macOS'])
})

test('a session that has ended already is no failure', async () => {
  let sessions = [HERE, PHONE]
  const { user } = showAccount(
    {},
    {
      getAccount: () => ({ msg: buildAccount({ sessions }) }),
      endSession: () => {
        sessions = [HERE]
        throw new AppError('session_not_found')
      },
    },
  )
  await section('Signed in on')
  await user.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }))
  await screen.findByText('Signed out: Chrome on Android')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('signing out everywhere else leaves only this browser', async () => {
  let sessions = [HERE, PHONE, MAC]
  const { user } = showAccount(
    {},
    {
      getAccount: () => ({ msg: buildAccount({ sessions }) }),
      endOtherSessions: () => {
        sessions = [HERE]
        return { msg: 'You are signed out everywhere else' }
      },
    },
  )
  await section('Signed in on')
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  await screen.findByText('You are signed out everywhere else')
  expect(await devices()).toEqual(['Firefox on Linux'])
})

test('one’s data is saved as a file that people can read', async () => {
  const saved: Blob[] = []
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
  const names: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const { sessions, ...account } = buildAccount({ sessions: [HERE] })
  const data = {
    user: buildUser(),
    account,
    sessions,
    notifications: [],
    courses: [],
    reviews: [],
    comments: [],
    messages: [],
    log: [],
  }
  const { user } = showAccount({}, { getOwnData: () => ({ msg: data }) })
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
  await screen.findByText('Saved as learn-lantern-data.json')
  expect(names).toEqual(['learn-lantern-data.json'])
  expect(saved[0]?.size).toBe(JSON.stringify(data, null, 2).length)
  click.mockRestore()
})

test('an account is deleted only by its e-mail and password, and then nobody is signed in', async () => {
  let isIn = true
  const { user, router, calls } = showAccount(
    {},
    {
      session: () => ({ msg: { loggedIn: isIn, userData: isIn ? [buildUser()] : [] } }),
      deleteAccount: () => {
        isIn = false
        return { msg: 'Your account is deleted' }
      },
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const warning = within(await screen.findByRole('dialog', { name: 'WARNING!' }))
  const yes = warning.getByRole<HTMLButtonElement>('button', { name: 'YES !' })
  expect(yes.disabled).toBe(true)
  await user.type(warning.getByLabelText('Your e-mail'), 'Mara@mail.example')
  expect(yes.disabled).toBe(true)
  await user.type(warning.getByLabelText('Your password'), 'a lamp by the window')
  await user.click(yes)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(calls.find(({ name }) => name === 'deleteAccount')?.input).toEqual({
    confirmation: 'Mara@mail.example',
    password: 'a lamp by the window',
  })
  expect((await screen.findAllByRole('link', { name: 'Log in' })).length).toBeGreaterThan(0)
})

test('another e-mail than one’s own deletes nothing, and Cancel closes the warning', async () => {
  const { user } = showAccount({ hasPassword: false })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const warning = within(await screen.findByRole('dialog', { name: 'WARNING!' }))
  await user.type(warning.getByLabelText('Your e-mail'), 'ken@mail.example{Enter}')
  expect(warning.getByRole<HTMLButtonElement>('button', { name: 'YES !' }).disabled).toBe(true)
  expect(warning.queryByLabelText('Your password')).toBeNull()
  await user.click(warning.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a wrong password deletes nothing and is said at its field', async () => {
  const { user, router } = showAccount(
    {},
    {
      deleteAccount: () => {
        throw new AppError('wrong_password')
      },
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const warning = within(await screen.findByRole('dialog', { name: 'WARNING!' }))
  await user.type(warning.getByLabelText('Your e-mail'), 'mara@mail.example')
  await user.type(warning.getByLabelText('Your password'), 'no lamp')
  await user.click(warning.getByRole('button', { name: 'YES !' }))
  await waitFor(() => expect(warning.getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true'))
  expect(router.state.location.pathname).toBe('/student/profile')
})

test('mails about waiting messages are switched off at once, and back on when the server refuses', async () => {
  let refuses = false
  let isOn = true
  const { user, calls } = showAccount(
    {},
    {
      getAccount: () => ({ msg: buildAccount({ chatMails: isOn }) }),
      setChatMails: ({ chatMails }) => {
        if (refuses) throw new AppError('too_often')
        isOn = chatMails
        return { msg: 'No more mails about messages' }
      },
    },
  )
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: /Messages that wait/ })
  await user.click(toggle)
  expect(toggle.checked).toBe(false)
  expect(calls.find(({ name }) => name === 'setChatMails')?.input).toEqual({ chatMails: false })
  refuses = true
  await user.click(toggle)
  await screen.findByText(/Too many requests/)
  expect(toggle.checked).toBe(false)
})
