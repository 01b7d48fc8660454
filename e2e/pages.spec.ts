import { expect, test } from './fixtures.ts'
import { JON, signIn } from './users.ts'

test('public pages are whole without script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('#features')).toBeVisible()
  await page.goto('/student/allcourses')
  await expect(page.getByRole('article')).toHaveCount(12)
  await context.close()
})

test('pages tell search engines and link previews what they are', async ({ page }) => {
  await page.goto('/student/allcourses?search=git')
  await expect(page).toHaveTitle(/Learn Lantern/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/student\/allcourses$/)
  await expect(page.locator('meta[name=description]')).toHaveCount(1)
  await expect(page.locator('meta[property="og:image"]')).toHaveCount(1)
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '')
  expect(data['@context']).toBe('https://schema.org')
  for (const path of ['/robots.txt', '/sitemap.xml', '/api/openapi.json', '/og.png', '/lantern.svg']) {
    expect((await page.request.get(path)).status(), path).toBe(200)
  }
})

test('the theme is dark, changes at once, is kept, and never flashes', async ({ page, consoleErrors, isMobile }) => {
  expect(consoleErrors).toEqual([])
  await page.goto('/')
  await expect(page.locator('body')).toHaveClass(/dark/)
  if (isMobile) await page.getByRole('banner').getByRole('button', { name: /menu/i }).click()
  await page.getByRole('button', { name: /theme/i }).first().click()
  await expect(page.locator('body')).toHaveClass(/light/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  // Before any of our script has run, apart from the first one, the page is light already.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('body')).toHaveClass(/light/)
  consoleErrors.length = 0
})

test('the catalogue grows as one scrolls, and its address is its state', async ({ page, consoleErrors }) => {
  expect(consoleErrors).toEqual([])
  await page.goto('/student/allcourses')
  await expect(page.getByRole('article')).toHaveCount(12)
  await page.keyboard.press('End')
  // The demo academy's sixteen, and those of tests that run beside this one.
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(16)
  await page.getByRole('combobox').selectOption('Free')
  await expect(page).toHaveURL(/type=Free/)
  const free = page.getByRole('article').filter({ hasText: 'Free' })
  await expect(page.getByRole('article').filter({ hasNotText: 'Free' })).toHaveCount(0)
  expect(await free.count()).toBeGreaterThanOrEqual(4)
  await page.reload()
  expect(await free.count()).toBeGreaterThanOrEqual(4)
  await page.goBack()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('my courses are four a page', async ({ page, consoleErrors }) => {
  expect(consoleErrors).toEqual([])
  await signIn(page, JON)
  await page.goto('/student/mycourses')
  await expect(page.getByRole('article')).toHaveCount(4)
  await page.getByRole('navigation', { name: /page/i }).getByRole('link', { name: '2', exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a login that fails says so and lets one try again', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody@mail.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('Wrong e-mail or password')
  await expect(page).toHaveURL('/login')
})

test('one can go from the top of the page to a course by keyboard alone', async ({ page, isMobile, consoleErrors }) => {
  test.skip(isMobile, 'a phone has no Tab key')
  expect(consoleErrors).toEqual([])
  await page.goto('/student/allcourses')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()
  for (let press = 0; press < 12 && !(await page.evaluate(() => document.activeElement?.closest('article'))); press++) {
    await page.keyboard.press('Tab')
  }
  expect(await page.evaluate(() => document.activeElement?.closest('article') !== null)).toBe(true)
})
