import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildAccount, buildUser } from '#web/testing/factories.ts'
import { showScreen } from '#web/testing/show-screen.ts'
import './second-factor-screen.tsx'

const ADMIN = buildUser({ student_id: 1, role: 'admin' })
const OFF = { ...buildAccount().secondFactor, isRequired: true }

test('leads an admin from the dashboard to the set-up, and on once a factor is set up', async () => {
  let hasTotp = false
  const { user, getPathname } = await showScreen('/dashboard/users', {
    session: () => ({
      msg: { loggedIn: true, userData: [ADMIN], ...(!hasTotp && { needsSecondFactor: true as const }) },
    }),
    getAccount: () => ({ msg: buildAccount({ secondFactor: { ...OFF, hasTotp } }) }),
    startTotp: () => ({ msg: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' } }),
    confirmTotp: () => {
      hasTotp = true
      return { msg: { recovery_codes: ['aaaa-bbbb-cccc-dddd'] } }
    },
  })
  expect(getPathname()).toBe('/secondfactor')
  screen.getByRole('heading', { name: 'Two-step verification' })
  screen.getByRole('button', { name: 'Use a passkey' })
  await user.click(screen.getByRole('button', { name: 'Use an authenticator app' }))
  await user.type(screen.getByLabelText('Your password'), 'x')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.type(await screen.findByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await user.click(await screen.findByRole('button', { name: 'I have saved them' }))
  await screen.findByRole('heading', { name: 'Two-step verification is on' })
  const link = screen.getByRole('link', { name: 'Go to the dashboard' })
  expect(link.getAttribute('href')).toBe('/dashboard')
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.contains(link)).toBe(true)
})
