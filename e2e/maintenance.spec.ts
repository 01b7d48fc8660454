import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { ADMIN, MARA, signIn } from './users.ts'

// Alone in its project (playwright.config.ts): it closes the site to everyone.

const maintenance = (state: 'on' | 'off') =>
  execFileSync('node', ['scripts/admin.mjs', 'maintenance', state], {
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
  }).toString()

test.describe.configure({ mode: 'serial' })
test.afterAll(() => maintenance('off'))

test('open pages follow the switch within ten seconds, there and back', async ({ page, browser }) => {
  await signIn(page, MARA)
  await page.goto('/student/profile')
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/student/allcourses')
  expect(maintenance('on')).toContain('System is down for maintenance')
  for (const someone of [page, visitor]) {
    await expect(someone).toHaveURL('/maintenance', { timeout: 15_000 })
    await expect(someone.getByRole('heading', { name: 'Website is under maintenance' })).toBeVisible()
    await expect(someone.getByText("We'll be back shortly")).toBeVisible()
  }
  expect(maintenance('off')).toContain('System is running now')
  for (const someone of [page, visitor]) await expect(someone).toHaveURL('/', { timeout: 15_000 })
  await visitor.context().close()
})

test('in maintenance only the notice is reachable; the API answers 503', async ({ page }) => {
  maintenance('on')
  for (const path of ['/', '/signup', '/forgotpassword', '/student/allcourses', '/student/blog', '/nowhere']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/maintenance')
  }
  expect((await page.request.post('/api/getCourses', { data: { page: 1 } })).status()).toBe(503)
  expect(await (await page.request.get('/api/getMaintenace')).json()).toMatchObject({ msg: [{ status: false }] })
})

test('an admin gets back in and uses the dashboard; a student does not', async ({ page }) => {
  maintenance('on')
  await page.goto('/login')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/(maintenance|dashboard)/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Track users here')).toBeVisible()
  await page.context().clearCookies()
  await signIn(page, MARA)
  await page.goto('/student/profile')
  await expect(page).toHaveURL('/maintenance')
  maintenance('off')
  await page.goto('/student/profile')
  await expect(page).toHaveURL('/student/profile')
})

test('an admin who looks at the site as a student meets the notice, too, and comes back from it', async ({ page }) => {
  await signIn(page, ADMIN)
  expect((await page.request.put('/api/setViewAsStudent', { data: { on: true } })).ok()).toBe(true)
  maintenance('on')
  await page.goto('/student/allcourses')
  await expect(page).toHaveURL('/maintenance')
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('admin dashboard management')).toBeVisible()
  maintenance('off')
})
