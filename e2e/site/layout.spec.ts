import { setTimeout as sleep } from 'node:timers/promises'
import { hasHorizontalScroll } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/test.ts'
import { getSession } from '../fixtures/users.ts'

test('user menu opens by mouse and keyboard and closes on Escape, a link or a click outside', async ({
  studentPage: page,
}) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Account menu: Mara Ilves' })
  const menu = page.getByRole('navigation', { name: 'Account' })
  await expect(menu).toBeHidden()
  await button.click()
  await expect(menu).toBeVisible()
  expect((await menu.boundingBox())?.width).toBe(250)
  await page.mouse.click(20, 600)
  await expect(menu).toBeHidden()
  await button.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await menu.getByRole('link', { name: 'My Courses' }).click()
  await expect(page).toHaveURL('/student/mycourses')
  await expect(menu).toBeHidden()
})

test('user menu logs the student out', { tag: '@phone' }, async ({ openStudentPage }) => {
  const { page, student } = await openStudentPage('Odile')
  await page.goto('/student/profile')
  await page.getByRole('button', { name: `Account menu: ${student.name}` }).click()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign up' }).first()).toBeVisible()
  expect((await getSession(page.request)).loggedIn).toBe(false)
})

test('Features link scrolls to its section from another page', { tag: '@phone' }, async ({ page, isMobile }) => {
  await page.goto('/student/allcourses')
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Features' }).click()
  await expect(page).toHaveURL('/#features')
  await expect(page.getByRole('heading', { name: 'Built for the way you learn' })).toBeInViewport()
  if (isMobile) await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
})

for (const [when, delayMs] of [
  ['on return', 0],
  ['on a return that its script is late for', 700],
] as const)
  test(`Features link scrolls to its section ${when} to the landing page`, { tag: '@slow' }, async ({ page }) => {
    const follow = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
    await page.goto('/')
    await page.route('**/*.js', async (route) => {
      await sleep(delayMs)
      await route.continue()
    })
    await follow('Courses')
    await expect(page.getByRole('heading', { level: 1, name: 'All courses' })).toBeVisible()
    await follow('Features')
    await expect(page.getByRole('heading', { name: 'Built for the way you learn' })).toBeInViewport()
  })

test('landing page loads at most 110 kB of script and works', async ({ page }) => {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return
    const size = response.request().sizes()
    sizes.push(size.then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto('/')
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(110_000)
  // The server's HTML below the hero must survive the first refetch, here that of a page which is shown again.
  let refetches = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/api/getMaintenace')) refetches++
  })
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      return refetches
    })
    .toBeGreaterThan(0)
  await page.getByText('Do I get a certificate?').click()
  await expect(page.getByText(/you earn a completion certificate/)).toBeVisible()
  await page.getByText('Predict its plan').click()
  await expect(page.getByLabel('Predict its plan')).toBeChecked()
})

test(
  'top bar of a student keeps its words on one line at every width',
  { tag: '@slow' },
  async ({ studentPage: page }) => {
    await page.goto('/')
    for (const width of [320, 360, 390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 700 })
      const bar = page.getByRole('banner')
      const words = bar.getByRole('link', { name: 'Learn Lantern' }).getByText('Learn Lantern')
      const box = await words.boundingBox()
      expect(box?.width, `the logo at ${width} px`).toBeGreaterThan(80)
      expect(box?.height, `the logo at ${width} px`).toBeLessThan(40)
      expect(await hasHorizontalScroll(page), `${width} px`).toBe(false)
      const last = await bar.locator('> div > :last-child').boundingBox()
      expect((last?.x ?? 0) + (last?.width ?? 0), `the bar at ${width} px`).toBeLessThanOrEqual(width)
      if (width < 768) continue
      const link = await bar
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'My Courses' })
        .boundingBox()
      expect(link?.height, `My Courses at ${width} px`).toBeLessThan(50)
    }
  },
)
