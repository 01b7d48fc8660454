import type { JsonWebKey } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { TestProvider } from '../src/server/testing/oidc-provider.ts'

// Alone in its project (playwright.config.ts): the provider's port is the one that the server was told.

test.describe.configure({ mode: 'serial' })

const person = {
  sub: `sub-${Date.now()}-${process.pid}`,
  email: `pia-${Date.now()}-${process.pid}@gmail.com`,
  email_verified: true,
  given_name: 'Pia',
  family_name: 'Nyström',
}

/** Both projects' providers are one to the server. */
function loadOrCreateKey(): JsonWebKey {
  const file = join(process.env.E2E_DATA_DIR ?? '', 'provider-key.json')
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(TestProvider.newKey()))
  return JSON.parse(readFileSync(file, 'utf8')) as JsonWebKey
}

let provider: TestProvider
test.beforeAll(async ({ baseURL }) => {
  provider = await TestProvider.start({ port: 4174, site: baseURL ?? '', key: loadOrCreateKey() })
})
test.afterAll(() => provider.stop())

test('a visitor signs up through Google, and later in again', async ({ page }) => {
  provider.choose(person)
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

test('who does not agree comes back to the login, which says so once', async ({ page }) => {
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
