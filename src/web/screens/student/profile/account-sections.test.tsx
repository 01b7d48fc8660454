import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppError, ERRORS } from '#contract/errors.ts'
import { buildAccount, buildSession, buildUser } from '#web/testing/factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import '#web/testing/preload-screens.ts'

type Account = ReturnType<typeof buildAccount>

function showAccount(values: Partial<Account> = {}, mocks: CallMocks = {}) {
  const account = buildAccount(values)
  return renderScreen('/student/profile', {
    session: () => ({ msg: { loggedIn: true, userData: [buildUser()] } }),
    getUserData: () => ({ msg: { data: [buildUser()] } }),
    getAccount: () => ({ msg: account }),
    ...mocks,
  })
}

const CURRENT = buildSession()
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
  within(within(await section('Active sessions')).getByRole('list'))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('p')?.firstChild?.textContent)

test('changes the password and clears the fields', async () => {
  const { user, calls } = showAccount({}, { changePassword: () => ({ msg: 'Your password has been changed' }) })
  const password = within(await section('Password'))
  await user.type(password.getByLabelText('Current password'), 'correct horse battery')
  await user.type(password.getByLabelText('New password'), 'another long password')
  await user.click(password.getByRole('button', { name: 'Change password' }))
  await password.findByText('Your password has been changed')
  expect(calls.find(({ name }) => name === 'changePassword')?.input).toEqual({
    password: 'correct horse battery',
    new_password: 'another long password',
  })
  expect(password.getByLabelText<HTMLInputElement>('Current password').value).toBe('')
  expect(password.getByLabelText<HTMLInputElement>('New password').value).toBe('')
})

test('shows only this device after the password changed', async () => {
  let sessions = [CURRENT, PHONE]
  const { user } = showAccount(
    {},
    {
      getAccount: () => ({ msg: buildAccount({ sessions }) }),
      changePassword: () => {
        sessions = [CURRENT]
        return { msg: 'Your password has been changed' }
      },
    },
  )
  const password = within(await section('Password'))
  expect(await devices()).toEqual(['Firefox on Linux', 'Chrome on Android'])
  await user.type(password.getByLabelText('Current password'), 'correct horse battery')
  await user.type(password.getByLabelText('New password'), 'another long password')
  await user.click(password.getByRole('button', { name: 'Change password' }))
  await waitFor(async () => expect(await devices()).toEqual(['Firefox on Linux']))
})

test('shows an error at the field when the current password is wrong', async () => {
  const { user } = showAccount({}, { changePassword: failWith('wrong_password') })
  const password = within(await section('Password'))
  await user.type(password.getByLabelText('Current password'), 'wrong password')
  await user.type(password.getByLabelText('New password'), 'another long password')
  await user.click(password.getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(password.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true'))
})

test('sets a first password without asking for a current one', async () => {
  const { user, calls } = showAccount(
    { hasPassword: false, hasGoogle: true },
    {
      changePassword: failWith('stale_login'),
    },
  )
  const password = within(await section('Password'))
  expect(password.queryByLabelText('Current password')).toBeNull()
  await user.type(password.getByLabelText('New password'), 'another long password')
  await user.click(password.getByRole('button', { name: 'Set password' }))
  const refusal = await password.findByRole('alert')
  expect(within(refusal).getByRole('link').getAttribute('href')).toBe('/student/logout?next=%2Fstudent%2Fprofile')
  expect(calls.find(({ name }) => name === 'changePassword')?.input).toEqual({ new_password: 'another long password' })
})

test('lists each session with its device and when it was last seen', async () => {
  showAccount({ sessions: [CURRENT, PHONE] })
  const rows = within(within(await section('Active sessions')).getByRole('list')).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Firefox on LinuxThis deviceLogged in November 20, 2026/),
    expect.stringMatching(/^Chrome on AndroidLast seen 3 hours agoLogged in November 20, 2026/),
  ])
})

test('offers no logout of other sessions when there are none', async () => {
  showAccount()
  expect(
    within(await section('Active sessions')).queryByRole('button', { name: 'Log out all other sessions' }),
  ).toBeNull()
})

test('removes a session from the list at once', async () => {
  const { user, calls } = showAccount({ sessions: [CURRENT, PHONE, MAC] }, { endSession: () => new Promise(() => {}) })
  await section('Active sessions')
  await user.click(screen.getByRole('button', { name: 'Log out Chrome on Android' }))
  await waitFor(async () => expect(await devices()).toEqual(['Firefox on Linux', 'Safari on macOS']))
  expect(calls.find(({ name }) => name === 'endSession')?.input).toEqual({ session_id: 32 })
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Sessions' }))
})

test('returns a session to its place when the server refuses', async () => {
  const { user } = showAccount(
    { sessions: [CURRENT, PHONE, MAC] },
    {
      endSession: failWith('busy'),
    },
  )
  await section('Active sessions')
  await user.click(screen.getByRole('button', { name: 'Log out Chrome on Android' }))
  await screen.findByText(ERRORS.busy[1])
  expect(await devices()).toEqual(['Firefox on Linux', 'Chrome on Android', 'Safari on macOS'])
})

test('shows no error when a session has already ended', async () => {
  let sessions = [CURRENT, PHONE]
  const { user } = showAccount(
    {},
    {
      getAccount: () => ({ msg: buildAccount({ sessions }) }),
      endSession: () => {
        sessions = [CURRENT]
        throw new AppError('session_not_found')
      },
    },
  )
  await section('Active sessions')
  await user.click(screen.getByRole('button', { name: 'Log out Chrome on Android' }))
  await screen.findByText('Logged out: Chrome on Android')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('leaves only this device after logging out all other sessions', async () => {
  let sessions = [CURRENT, PHONE, MAC]
  const { user } = showAccount(
    {},
    {
      getAccount: () => ({ msg: buildAccount({ sessions }) }),
      endOtherSessions: () => {
        sessions = [CURRENT]
        return { msg: 'Logged out of all other sessions' }
      },
    },
  )
  await section('Active sessions')
  await user.click(screen.getByRole('button', { name: 'Log out all other sessions' }))
  await screen.findByText('Logged out of all other sessions')
  expect(await devices()).toEqual(['Firefox on Linux'])
})

test.each(['Log out Chrome on Android', 'Log out all other sessions'])(
  'shows a session that started in the meantime after “%s”',
  async (button) => {
    let sessions = [CURRENT, PHONE]
    const end = () => {
      sessions = [CURRENT, MAC]
      return { msg: 'Logged out' }
    }
    const { user } = showAccount(
      {},
      { getAccount: () => ({ msg: buildAccount({ sessions }) }), endSession: end, endOtherSessions: end },
    )
    await section('Active sessions')
    await user.click(screen.getByRole('button', { name: button }))
    await waitFor(async () => expect(await devices()).toEqual(['Firefox on Linux', 'Safari on macOS']))
  },
)

test('downloads the user’s data as formatted JSON', async () => {
  const saved: Blob[] = []
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
  const names: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const { sessions, ...account } = buildAccount({ sessions: [CURRENT] })
  const data = {
    user: buildUser(),
    account,
    sessions,
    notifications: [],
    courses: [],
    events: [],
    notes: [],
    attempts: [],
    submissions: [],
    certificates: [],
    paths: [],
    orders: [],
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

test('deletes the account with its email and password, and ends the session', async () => {
  let isSignedIn = true
  const { user, calls } = showAccount(
    {},
    {
      session: () => ({ msg: { loggedIn: isSignedIn, userData: isSignedIn ? [buildUser()] : [] } }),
      deleteAccount: () => {
        isSignedIn = false
        return { msg: 'Your account was deleted' }
      },
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const warning = within(await screen.findByRole('dialog', { name: 'WARNING!' }))
  const yes = warning.getByRole<HTMLButtonElement>('button', { name: 'YES !' })
  expect(yes.disabled).toBe(true)
  await user.type(warning.getByLabelText('Your email'), 'Mara@mail.example')
  expect(yes.disabled).toBe(true)
  await user.type(warning.getByLabelText('Your password'), 'correct horse battery')
  await user.click(yes)
  await screen.findByRole('heading', { name: /learning made easy/i })
  expect(calls.find(({ name }) => name === 'deleteAccount')?.input).toEqual({
    confirmation: 'Mara@mail.example',
    password: 'correct horse battery',
  })
  expect((await screen.findAllByRole('link', { name: 'Log in' })).length).toBeGreaterThan(0)
  const deletion = calls.findIndex(({ name }) => name === 'deleteAccount')
  await waitFor(() => expect(calls.slice(deletion + 1).map(({ name }) => name)).toContain('session'))
})

test('keeps the warning open while the account is being deleted', async () => {
  let fail = () => {}
  const { user } = showAccount(
    { hasPassword: false },
    { deleteAccount: () => new Promise((_, reject) => (fail = () => reject(new AppError('connection')))) },
  )
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const dialog = await screen.findByRole('dialog', { name: 'WARNING!' })
  await user.type(within(dialog).getByLabelText('Your email'), 'mara@mail.example')
  await user.click(within(dialog).getByRole('button', { name: 'YES !' }))
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(dialog.isConnected).toBe(true)
  fail()
  await within(dialog).findByText('Error connecting to server')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(dialog.isConnected).toBe(false)
})

test('requires the account’s own email, and closes on Cancel', async () => {
  const { user } = showAccount({ hasPassword: false })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const warning = within(await screen.findByRole('dialog', { name: 'WARNING!' }))
  await user.type(warning.getByLabelText('Your email'), 'ken@mail.example{Enter}')
  expect(warning.getByRole<HTMLButtonElement>('button', { name: 'YES !' }).disabled).toBe(true)
  expect(warning.queryByLabelText('Your password')).toBeNull()
  await user.click(warning.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('shows an error at the field when the password is wrong', async () => {
  const { user } = showAccount({}, { deleteAccount: failWith('wrong_password') })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const warning = within(await screen.findByRole('dialog', { name: 'WARNING!' }))
  await user.type(warning.getByLabelText('Your email'), 'mara@mail.example')
  await user.type(warning.getByLabelText('Your password'), 'wrong password')
  await user.click(warning.getByRole('button', { name: 'YES !' }))
  await waitFor(() => expect(warning.getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true'))
})

test('turns emails off at once, and back when the server refuses', async () => {
  let isRefused = false
  let isOn = true
  const { user, calls } = showAccount(
    {},
    {
      getAccount: () => ({ msg: buildAccount({ chatMails: isOn }) }),
      setChatMails: ({ chatMails }) => {
        if (isRefused) throw new AppError('too_often')
        isOn = chatMails
        return { msg: 'Saved' }
      },
    },
  )
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: /Unread messages/ })
  await user.click(toggle)
  expect(toggle.checked).toBe(false)
  expect(calls.find(({ name }) => name === 'setChatMails')?.input).toEqual({ chatMails: false })
  isRefused = true
  await user.click(toggle)
  await screen.findByText(ERRORS.too_often[1])
  expect(toggle.checked).toBe(false)
})
