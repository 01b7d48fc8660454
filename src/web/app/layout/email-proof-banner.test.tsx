import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildAccount, buildUser, mockSignedIn } from '#web/testing/factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { showScreen } from '#web/testing/show-screen.ts'
import './email-proof-banner.tsx'
import '#web/screens/landing/landing-screen.tsx'

const UNPROVEN = {
  session: () => ({ msg: { loggedIn: true, userData: [buildUser()], needsEmailProof: true as const } }),
  getAccount: () => ({ msg: buildAccount() }),
}

test('asks a user with an unproven email to confirm it, and sends the link again', async () => {
  const { user, calls } = await showScreen('/', {
    ...UNPROVEN,
    sendEmailConfirmation: () => ({ msg: 'We sent a link to new@mail.example' }),
  })
  const banner = await screen.findByRole('complementary', { name: 'Email confirmation' })
  within(banner).getByText(
    `Confirm your email (${buildUser().email}) with the link in your mailbox to comment, review, chat and buy.`,
  )
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText('We sent a link to new@mail.example')
  expect(calls.filter(({ name }) => name === 'sendEmailConfirmation')).toHaveLength(1)
})

test('names the corrected email while it waits for its link', async () => {
  const pendingEmail = 'corrected@mail.example'
  await showScreen('/', { ...UNPROVEN, getAccount: () => ({ msg: buildAccount({ pendingEmail }) }) })
  await screen.findByText(new RegExp(`^Confirm your email \\(${pendingEmail}\\)`))
})

test('offers to send a link when none was sent', async () => {
  await showScreen('/', { ...UNPROVEN, getAccount: () => ({ msg: buildAccount({ hasEmailLink: false }) }) })
  await screen.findByText(/^Confirm your email .* with a link that we send you to comment, review, chat and buy\.$/)
  screen.getByRole('button', { name: 'Send link' })
})

test('goes away when the email was confirmed elsewhere', async () => {
  let isProven = false
  const { user } = await showScreen('/', {
    ...UNPROVEN,
    session: () => (isProven ? mockSignedIn().session() : UNPROVEN.session()),
    sendEmailConfirmation: () => ({ msg: 'Your email is already confirmed' }),
  })
  await screen.findByRole('complementary', { name: 'Email confirmation' })
  isProven = true
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Email confirmation' })).toBeNull())
})

test('says why no link was sent', async () => {
  const { user } = await showScreen('/', { ...UNPROVEN, sendEmailConfirmation: failWith('too_often') })
  await user.click(await screen.findByRole('button', { name: 'Send again' }))
  await screen.findByText(/^Too many requests/)
})

test('leaves everyone else alone', async () => {
  await showScreen('/', mockSignedIn())
  expect(screen.queryByRole('complementary', { name: 'Email confirmation' })).toBeNull()
})
