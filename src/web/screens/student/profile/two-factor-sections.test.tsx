import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CallOutput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { buildAccount, buildUser, mockSignedIn } from '#web/testing/factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import './profile-screen.tsx'

const OFF = buildAccount().secondFactor
const ON = { ...OFF, hasTotp: true, recoveryCodes: 2 }
const PASSKEY = { passkey_id: 5, name: 'Laptop', created_date: '2026-11-20T09:30:00.000Z', last_used: null }
const CODES = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh']

const showProfile = (secondFactor: CallOutput<'getAccount'>['secondFactor'], mocks: CallMocks = {}) =>
  showScreen('/student/profile', {
    ...mockSignedIn(),
    getUserData: () => ({ msg: { data: [buildUser()] } }),
    getAccount: () => ({ msg: buildAccount({ secondFactor }) }),
    ...mocks,
  })
const getFocusedRegion = () =>
  document.getElementById(document.activeElement?.closest('section')?.getAttribute('aria-labelledby') ?? '')
    ?.textContent
const section = async (name: string) => within(await screen.findByRole('region', { name }))

test('sets up an authenticator app: password, key with a code, recovery codes', async () => {
  const { user, calls } = await showProfile(OFF, {
    startTotp: () => ({ msg: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' } }),
    confirmTotp: () => ({ msg: { recovery_codes: CODES } }),
  })
  await user.click(
    (await section('Two-step verification')).getByRole('button', { name: 'Set up an authenticator app' }),
  )
  await user.type(screen.getByLabelText('Your password'), 'eleven green bottles')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('img', { name: 'QR code with the key for your authenticator app' })
  screen.getByText('ABCD EFGH')
  await user.type(screen.getByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  const list = within(await screen.findByRole('list', { name: 'Recovery codes' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
  // A key that was meant for the dialog before must not lose them.
  await user.keyboard('{Enter}')
  await screen.findByRole('list', { name: 'Recovery codes' })
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  await screen.findByText('Save the codes first. Press Esc again to close.')
  await user.click(screen.getByRole('button', { name: 'I have saved them' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(getFocusedRegion()).toBe('Two-step verification')
  expect(calls.find(({ name }) => name === 'startTotp')?.input).toEqual({ password: 'eleven green bottles' })
})

test('keeps the dialog open until the new recovery codes are shown', async () => {
  let answer = () => {}
  const { user } = await showProfile(ON, {
    renewRecoveryCodes: () => new Promise((resolve) => (answer = () => resolve({ msg: { recovery_codes: CODES } }))),
  })
  await user.click((await section('Two-step verification')).getByRole('button', { name: 'Get new codes' }))
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  await user.type(within(dialog).getByLabelText('Your password'), 'x')
  await user.click(within(dialog).getByRole('button', { name: 'Get new codes' }))
  await within(dialog).findByRole('button', { name: 'Loading' })
  const cancel = within(dialog).getByRole('button', { name: 'Cancel' })
  expect(cancel.getAttribute('aria-disabled')).toBe('true')
  await user.click(cancel)
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  // A browser closes it on a second Esc.
  dialog.open = false
  fireEvent(dialog, new Event('close'))
  expect(dialog.open).toBe(true)
  answer()
  await screen.findByRole('list', { name: 'Recovery codes' })
})

test('keeps the dialog open while the authenticator app is turned on', async () => {
  let answer = () => {}
  const { user } = await showProfile(OFF, {
    startTotp: () => ({ msg: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' } }),
    confirmTotp: () => new Promise((resolve) => (answer = () => resolve({ msg: { recovery_codes: CODES } }))),
  })
  await user.click(
    (await section('Two-step verification')).getByRole('button', { name: 'Set up an authenticator app' }),
  )
  await user.type(screen.getByLabelText('Your password'), 'x')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.type(await screen.findByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByRole('button', { name: 'Loading' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  answer()
  await screen.findByRole('list', { name: 'Recovery codes' })
})

test('says that the authenticator app is on where only the answer was lost', async () => {
  let secondFactor = OFF
  const { user } = await showProfile(OFF, {
    getAccount: () => ({ msg: buildAccount({ secondFactor }) }),
    startTotp: () => ({ msg: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' } }),
    confirmTotp: () => {
      secondFactor = ON
      throw new AppError('connection')
    },
  })
  const region = await section('Two-step verification')
  await user.click(region.getByRole('button', { name: 'Set up an authenticator app' }))
  await user.type(screen.getByLabelText('Your password'), 'x')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.type(await screen.findByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'The authenticator app is on' }))
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(getFocusedRegion()).toBe('Two-step verification')
  region.getByRole('button', { name: 'Get new codes' })
})

test('leaves the set-up by Cancel once the key is shown', async () => {
  const { user, calls } = await showProfile(OFF, {
    startTotp: () => ({ msg: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' } }),
  })
  await user.click(
    (await section('Two-step verification')).getByRole('button', { name: 'Set up an authenticator app' }),
  )
  await user.type(screen.getByLabelText('Your password'), 'eleven green bottles')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('ABCD EFGH')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.some(({ name }) => name === 'confirmTotp')).toBe(false)
})

test('shows a wrong password at the field and turns the app off with the right one', async () => {
  let isWrong = true
  const { user } = await showProfile(ON, {
    removeTotp: (input) => {
      if (isWrong) return failWith('wrong_password')()
      return { msg: `Turned off with ${input.password}` }
    },
  })
  const region = await section('Two-step verification')
  region.getByText('2 codes left. Get new ones before you need them.')
  await user.click(region.getByRole('button', { name: 'Turn off the authenticator app' }))
  await user.type(screen.getByLabelText('Your password'), 'x')
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  await screen.findByText('Wrong password')
  isWrong = false
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(getFocusedRegion()).toBe('Two-step verification')
})

test('asks an account without a password for a recent login instead', async () => {
  const { user } = await showProfile(ON, {
    getAccount: () => ({ msg: buildAccount({ hasPassword: false, secondFactor: ON }) }),
    renewRecoveryCodes: failWith('stale_login'),
  })
  await user.click((await section('Two-step verification')).getByRole('button', { name: 'Get new codes' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.queryByLabelText('Your password')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Get new codes' }))
  expect((await dialog.findByRole('link', { name: 'Log out now' })).getAttribute('href')).toBe(
    '/student/logout?next=%2Fstudent%2Fprofile',
  )
})

test('lists the passkeys and removes one', async () => {
  const { user, calls } = await showProfile(
    { ...ON, passkeys: [PASSKEY] },
    { removePasskey: () => ({ msg: 'The passkey was removed' }) },
  )
  const region = await section('Passkeys')
  region.getByText(/^Added .*2026\. Not used yet\.$/)
  await user.click(region.getByRole('button', { name: 'Remove Laptop' }))
  await user.type(screen.getByLabelText('Your password'), 'x')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'removePasskey')?.input).toEqual({ passkey_id: 5, password: 'x' }),
  )
  await waitFor(() => expect(getFocusedRegion()).toBe('Passkeys'))
})

test('renames a passkey, keeps the dialog and the name when that fails, and requires a name', async () => {
  let isRemoved = true
  const { user, calls } = await showProfile(
    { ...ON, passkeys: [PASSKEY] },
    {
      renamePasskey: (input) => {
        if (isRemoved) return failWith('changed_meanwhile')()
        return { msg: `Renamed to ${input.name}` }
      },
    },
  )
  await user.click((await section('Passkeys')).getByRole('button', { name: 'Rename Laptop' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Rename your passkey' }))
  const field = dialog.getByLabelText<HTMLInputElement>('Name')
  expect(field.value).toBe('Laptop')
  await user.clear(field)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  dialog.getByText('Name is required')
  expect(calls.some(({ name }) => name === 'renamePasskey')).toBe(false)
  await user.type(field, 'Work laptop')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Someone else saved changes while you were editing')
  expect(field.value).toBe('Work laptop')
  isRemoved = false
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ name }) => name === 'renamePasskey').at(-1)?.input).toEqual({
    passkey_id: 5,
    name: 'Work laptop',
  })
})

test('asks for a passkey’s name before the browser makes it, and adds it again after a refusal', async () => {
  const credential = { id: 'aWQ', rawId: new Uint8Array([1]).buffer, type: 'public-key' }
  const create = vi.fn<() => Promise<object>>(async () => ({
    ...credential,
    response: { attestationObject: new ArrayBuffer(1), clientDataJSON: new ArrayBuffer(1) },
    getClientExtensionResults: () => ({}),
  }))
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { credentials: { create } }))
  let isRefused = true
  const options = { challenge: 'Y2hhbGxlbmdl', user: { id: 'dXNlcg', name: 'mara', displayName: 'Mara' } }
  const { user, calls } = await showProfile(OFF, {
    startPasskeySetup: () => ({ msg: { ...options, rp: { name: 'Learn Lantern' }, pubKeyCredParams: [] } }),
    addPasskey: () => {
      if (isRefused) throw new AppError('too_often')
      return { msg: { recovery_codes: CODES } }
    },
  })
  await user.click((await section('Passkeys')).getByRole('button', { name: 'Add a passkey' }))
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  await user.clear(name)
  await user.type(screen.getByLabelText('Your password'), 'eleven green bottles')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  screen.getByText('Name is required')
  expect(create).not.toHaveBeenCalled()
  await user.type(name, 'Phone')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('Too many requests. Wait a moment and try again')
  isRefused = false
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('list', { name: 'Recovery codes' })
  // The browser saves one passkey.
  expect(create).toHaveBeenCalledOnce()
  expect(calls.findLast((call) => call.name === 'addPasskey')?.input).toMatchObject({ name: 'Phone' })
  vi.unstubAllGlobals()
})

test('keeps the last factor where it is required', async () => {
  await showProfile({ ...OFF, passkeys: [PASSKEY], recoveryCodes: 10, isRequired: true })
  expect((await section('Passkeys')).queryByRole('button', { name: 'Remove Laptop' })).toBeNull()
})

test('offers no passkeys where the site’s address cannot have them', async () => {
  await showProfile({ ...OFF, canAddPasskeys: false })
  const region = await section('Passkeys')
  expect(region.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  region.getByText('Passkeys need this site to have a name and https.')
})

test('offers no set-up to a user who has to confirm the email first', async () => {
  await showProfile(OFF, {
    session: () => ({ msg: { loggedIn: true, userData: [buildUser()], needsEmailProof: true as const } }),
  })
  const [twoStep, passkeys] = [await section('Two-step verification'), await section('Passkeys')]
  twoStep.getByText('Confirm your email to set it up.')
  passkeys.getByText('Confirm your email to add a passkey.')
  for (const region of [twoStep, passkeys]) expect(region.queryByRole('button')).toBeNull()
})

test('forgets trusted browsers, once the server does', async () => {
  let secondFactor = { ...ON, trustedBrowsers: 2 }
  let isRefused = true
  const { user } = await showProfile(ON, {
    getAccount: () => ({ msg: buildAccount({ secondFactor }) }),
    forgetTrustedBrowsers: () => {
      if (isRefused) throw new AppError('connection')
      secondFactor = { ...ON, trustedBrowsers: 0 }
      return { msg: 'Every browser asks for the second step again' }
    },
  })
  const region = await section('Two-step verification')
  region.getByText('2 browsers log in without the second step, for 30 days each.')
  await user.click(region.getByRole('button', { name: 'Forget trusted browsers' }))
  await region.findByText('Error connecting to server')
  isRefused = false
  await user.click(region.getByRole('button', { name: 'Forget trusted browsers' }))
  await region.findByText('Every browser asks for the second step.')
  expect(region.queryByRole('button', { name: 'Forget trusted browsers' })).toBeNull()
  expect(document.activeElement).not.toBe(document.body)
})
