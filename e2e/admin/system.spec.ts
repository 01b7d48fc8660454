import { expect, test } from '../fixtures/test.ts'

test('System page says how the site is, and sends a test email', async ({ adminPage: page }) => {
  await page.goto('/dashboard/system')
  // The suite's server has no mail server, which is one of its warnings.
  await expect(page.getByText(/\d+ warnings?$/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Needs attention' })).toContainText('Set SMTP_URL')
  await expect(page.getByRole('region', { name: 'Server processes' })).toContainText('answered this page')
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect(page.getByText(/^A test email to \S+ was queued$/)).toBeVisible()
})
