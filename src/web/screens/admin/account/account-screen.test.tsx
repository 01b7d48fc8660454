import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildAccount, buildSession, buildUser, mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
// Loaded here so that the lazy imports do not count towards the first test.
import './account-screen.tsx'
import '#web/screens/admin/users/users-screen.tsx'

const ADA = buildUser({ student_id: 1, first_name: 'Ada', last_name: 'Admin', role: 'admin' })
const PHONE = buildSession({ session_id: 32, device: 'Chrome on Android', isCurrent: false })

const showDashboard = (address: string, mocks: CallMocks = {}) =>
  showScreen(address, {
    ...mockSignedIn(ADA),
    getUserData: () => ({ msg: { data: [ADA] } }),
    getAccount: () => ({ msg: buildAccount({ sessions: [buildSession(), PHONE] }) }),
    getUsers: () => ({ msg: [ADA], nextPage: null }),
    ...mocks,
  })
const section = (name: string) => screen.findByRole('region', { name })

test('opens the admin’s account from the header', async () => {
  const { user, getPathname } = await showDashboard('/dashboard/users')
  await user.click(screen.getByRole('link', { name: 'Your account' }))
  await screen.findByRole('heading', { level: 1, name: 'Your account' })
  expect(getPathname()).toBe('/dashboard/account')
  screen.getByRole('navigation', { name: 'Dashboard' })
  for (const name of ['Your profile', 'Password', 'Active sessions', 'Email notifications', 'Your data'])
    await section(name)
})

test('changes the password and signs another device out', async () => {
  const { user, calls } = await showDashboard('/dashboard/account', {
    changePassword: () => ({ msg: 'Your password has been changed' }),
    endSession: () => ({ msg: 'The session was ended' }),
  })
  const password = within(await section('Password'))
  await user.type(password.getByLabelText('Current password'), 'correct horse battery')
  await user.type(password.getByLabelText('New password'), 'another long password')
  await user.click(password.getByRole('button', { name: 'Change password' }))
  await password.findByText('Your password has been changed')
  const sessions = within(await section('Active sessions'))
  expect(sessions.getByRole('link', { name: 'Log out' }).getAttribute('href')).toBe('/logout')
  await user.click(sessions.getByRole('button', { name: 'Log out Chrome on Android' }))
  await waitFor(() => expect(calls.some(({ name }) => name === 'endSession')).toBe(true))
})

test('edits the profile and its picture, without what only students have', async () => {
  const { user } = await showDashboard('/dashboard/account')
  const profile = within(await section('Your profile'))
  expect(profile.queryByText('Courses joined')).toBeNull()
  await user.click(profile.getByRole('button', { name: 'Edit your profile' }))
  profile.getByLabelText('First name')
  profile.getByLabelText('Picture file')
  expect(profile.queryByLabelText('Courses joined')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Delete account' })).toBeNull()
})
