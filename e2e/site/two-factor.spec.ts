import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/test.ts'
import { ADMIN, getSession, signIn, signUp, type Credentials } from '../fixtures/users.ts'

/** A phone that has a passkey, as Chromium simulates one. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

test('two-step verification asks for a code, a recovery code or a passkey, until an admin turns it off', async ({
  page,
  adminPage: admin,
  openPage,
  expectConsole,
}) => {
  expectConsole(/401.*\/api\/login/, 'the login waits for its second step')
  const user = await signUp(page.request, 'Kofi')
  await addAuthenticator(page)
  await signIn(page.request, user)
  await page.goto('/student/profile')

  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByLabel('Your password').fill(user.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectAccessible(page, 'the set-up of an app')
  const key = await page.getByRole('dialog').locator('.font-mono').innerText()
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, '')) })
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  const items = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(items).toHaveCount(10)
  const codes = await items.allInnerTexts()
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Phone')
  await page.getByLabel('Your password').fill(user.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Remove Phone' })).toBeVisible()

  const other = await openPage()
  await logIn(other, user)
  await expect(other).toHaveURL(/\/loginstep\?steps=/)
  await other.getByRole('link', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code').fill(codes[0] ?? '')
  await other.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(other).toHaveURL('/')

  await page.goto('/student/logout')
  await expect(page).toHaveURL('/')
  await logIn(page, user)
  await page.getByRole('link', { name: 'Use a passkey' }).click()
  await page.getByLabel(/^Trust this browser/).check()
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/student/logout')
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/student/profile')
  await expect(page.getByText(/^Added .+ Last used /)).toBeVisible()

  const [{ student_id }] = (await getSession(page.request)).userData
  await admin.goto(`/dashboard/users/${student_id}`)
  await admin.getByRole('button', { name: 'Turn two-step verification off' }).click()
  await admin.getByLabel('Your password').fill(ADMIN.password)
  await admin.getByRole('button', { name: 'Turn off', exact: true }).click()
  await expect(admin.getByRole('region', { name: 'Login' })).toBeFocused()
  await signIn(page.request, user)
})
