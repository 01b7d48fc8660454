import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { JsonWebKey } from 'node:crypto'
import { join } from 'node:path'
import { TestProvider } from '../../src/server/testing/accounts/oidc-provider.ts'
import { expect, test } from '../fixtures/test.ts'

// Isolated: the provider listens on the one port that playwright.config.ts gives to the server.
test.describe('Google sign-in', { tag: '@isolated' }, () => {
  // One worker, and one provider, for both tests.
  test.describe.configure({ mode: 'default' })

  const profile = {
    sub: crypto.randomUUID(),
    email: `pia-${crypto.randomUUID()}@gmail.com`,
    email_verified: true,
    given_name: 'Pia',
    family_name: 'Nyström',
  }

  let provider: TestProvider
  test.beforeAll(async ({ baseURL }) => {
    provider = await TestProvider.start({ port: 4174, site: baseURL ?? '', key: loadOrCreateKey() })
  })
  test.afterAll(() => provider.stop())

  test('visitor signs up through Google and signs in again', async ({ page }) => {
    provider.choose(profile)
    await page.goto('/signup')
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/student/profile')
    await expect(page.getByRole('region', { name: 'Your profile' }).getByText('Pia Nyström')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set password' })).toBeVisible()

    await page.goto('/student/logout')
    await expect(page).toHaveURL('/')
    await page.goto('/login')
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/student/profile')
    await expect(page).toHaveURL('/student/profile')
  })

  test('denied consent returns to the login, which says so once', async ({ page }) => {
    provider.choose(null)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'Google sign-in was canceled. Try again, or log in with your password.',
    )
    await expect(page).toHaveURL('/login')
    await page.reload()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

/** The server caches the provider's key, so that each project's provider must use the same one. */
function loadOrCreateKey(): JsonWebKey {
  const file = join(process.env.E2E_DATA_DIR ?? '', 'provider-key.json')
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(TestProvider.newKey()))
  return JSON.parse(readFileSync(file, 'utf8')) as JsonWebKey
}
