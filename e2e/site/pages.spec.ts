import { expect, test } from '../fixtures/test.ts'
import { JON } from '../fixtures/users.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('public pages are complete', async ({ page }) => {
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('#features')).toBeVisible()
    await page.goto('/student/allcourses', { waitUntil: 'commit' })
    await expect(page.getByRole('article')).toHaveCount(12)
  })
})

test('pages have metadata for search engines and link previews', async ({ page }) => {
  await page.goto('/student/allcourses?search=git')
  await expect(page).toHaveTitle(/Learn Lantern/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/student\/allcourses$/)
  await expect(page.locator('meta[name=description]')).toHaveCount(1)
  await expect(page.locator('meta[property="og:image"]')).toHaveCount(1)
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '')
  expect(data['@context']).toBe('https://schema.org')
  for (const path of ['/robots.txt', '/sitemap.xml', '/api/openapi.json', '/og.png', '/lantern.svg'])
    expect((await page.request.get(path)).status(), path).toBe(200)
})

test(
  'theme is dark by default, and a chosen theme applies before the first paint',
  { tag: '@phone' },
  async ({ page, isMobile, expectConsole }) => {
    await page.goto('/')
    await expect(page.locator('body')).toHaveClass(/dark/)
    // The window's scrollbar follows it.
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    if (isMobile) await page.getByRole('banner').getByRole('button', { name: /menu/i }).click()
    await page.getByRole('button', { name: /theme/i }).first().click()
    await expect(page.locator('body')).toHaveClass(/light/)
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
    // Without the application's scripts, only /theme.js can set the theme.
    expectConsole(/ERR_FAILED/, "the application's scripts are blocked")
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload({ waitUntil: 'commit' })
    await expect(page.locator('body')).toHaveClass(/light/)
    await page.waitForLoadState()
  },
)

test(
  'catalogue loads more courses on scroll and keeps its filter in the address',
  { tag: '@phone' },
  async ({ page }) => {
    const courses = page.getByRole('article')
    const freeCourses = courses.filter({ hasText: 'Free' })
    await page.goto('/student/allcourses')
    await expect(courses).toHaveCount(12)
    // The demo data has 16 courses; other tests may add some. Pictures that arrive late move the end away.
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(courses.nth(15)).toBeAttached({ timeout: 2_000 })
    }).toPass()
    await page.getByRole('combobox').selectOption('Free')
    await expect(page).toHaveURL(/type=Free/)
    await expect(courses.filter({ hasNotText: 'Free' })).toHaveCount(0)
    await expect(freeCourses.nth(3)).toBeVisible()
    await page.reload()
    await expect(freeCourses.nth(3)).toBeVisible()
    await page.goBack()
    await expect(courses.filter({ hasNotText: 'Free' }).first()).toBeVisible()
  },
)

test('text typed before hydration is searched', async ({ page }) => {
  let releaseScripts = () => {}
  const scripts = new Promise<void>((resolve) => (releaseScripts = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await scripts
    await route.continue()
  })
  await page.goto('/student/allcourses', { waitUntil: 'commit' })
  await page.getByRole('searchbox').pressSequentially('Git, understood')
  await expect(page.locator('html[data-hydrated]')).toHaveCount(0)
  releaseScripts()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page).toHaveURL(/search=Git/)
  await expect(page.getByRole('searchbox')).toHaveValue('Git, understood')
})

test('my courses are listed four a page', async ({ openPage }) => {
  const page = await openPage(JON)
  await page.goto('/student/mycourses')
  const titles = page.getByRole('article').getByRole('heading')
  await expect(titles).toHaveCount(4)
  const first = await titles.allTextContents()
  await page.getByRole('navigation', { name: /page/i }).getByRole('link', { name: '2', exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(titles.first()).not.toHaveText(first[0] ?? '')
  expect((await titles.allTextContents()).filter((title) => first.includes(title))).toEqual([])
})

test('keyboard reaches a course through the skip link', async ({ page }) => {
  // A search, because the first course of the whole list may be another test's, which deletes it.
  await page.goto('/student/allcourses?search=git')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Follow a learning path' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()
  const isInCourse = () => page.evaluate(() => Boolean(document.activeElement?.closest('article')))
  for (let press = 0; press < 12 && !(await isInCourse()); press++) await page.keyboard.press('Tab')
  expect(await isInCourse()).toBe(true)
})
