import type { Page } from '@playwright/test'
import { setInitialTheme, getAxeViolations } from './axe.ts'
import { ADMIN, signIn, signInAsNewStudent } from './users.ts'
import { expect, test } from './fixtures.ts'

const studentViewBanner = (page: Page) => page.getByRole('complementary', { name: 'Student view' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
const option = (page: Page, name: string | RegExp) =>
  page.getByRole('listbox', { name: 'Results' }).getByRole('option', { name })

async function viewAsStudent(page: Page): Promise<void> {
  await page.goto('/viewasstudent')
  await expect(page).toHaveURL('/student/allcourses')
  await expect(studentViewBanner(page)).toBeVisible()
}

test('an admin looks at the site as a student and comes back; what they have open elsewhere follows', async ({
  page,
  isMobile,
  consoleErrors,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard/users')
  const otherTab = await page.context().newPage()
  await otherTab.goto('/dashboard/analytics')
  await otherTab.waitForLoadState('networkidle')

  // On a phone the header has no room for the link: there it is in the palette.
  if (isMobile) {
    await page.getByRole('button', { name: 'Find anything' }).tap()
    await option(page, 'View as a student').tap()
  } else {
    await page.getByRole('link', { name: 'View as a student' }).click()
  }
  await expect(page).toHaveURL('/student/allcourses')
  await expect(studentViewBanner(page)).toContainText('You’re viewing the site as a student')
  await expect(otherTab, 'the other tab leaves the dashboard').toHaveURL('/', { timeout: 15_000 })
  await expect(studentViewBanner(otherTab)).toBeVisible()
  await otherTab.close()

  await page.getByRole('link', { name: 'Join Now' }).first().click()
  await expect(
    page
      .getByRole('button', { name: /^Enroll Today/ })
      .or(page.getByRole('button', { name: /^Enroll/ }))
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Chat' }).click()
  await expect(page.getByText('Students write to you here')).toBeVisible()
  await page.goto('/dashboard/users')
  await expect(page).toHaveURL('/')
  await studentViewBanner(page).getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('admin dashboard management')).toBeVisible()
  await expect(studentViewBanner(page)).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})

test('the strip is there with the page’s first bytes and moves nothing; menus open below the bar', async ({ page }) => {
  await signIn(page, ADMIN)
  await viewAsStudent(page)
  const html = await (await page.request.get('/')).text()
  expect(html).toContain('You’re viewing the site as a student')
  await page.goto('/student/blog')
  await page.waitForLoadState('networkidle')
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            list.getEntries().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
          ),
        ).observe({
          type: 'layout-shift',
          buffered: true,
        })
        setTimeout(() => resolve(0), 500)
      }),
  )
  expect(moved).toBeLessThan(0.02)
  await page.evaluate(() => window.scrollTo(0, 600))
  await page.getByRole('button', { name: /^Account menu/ }).click()
  const [bar, menu] = [
    await page.getByRole('banner').boundingBox(),
    await page.getByRole('navigation', { name: 'Account' }).boundingBox(),
  ]
  expect(menu?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  expect(await studentViewBanner(page).boundingBox()).toMatchObject({ y: 0 })
})

test('students and visitors have neither the strip nor the way to it', async ({ page }) => {
  await page.goto('/viewasstudent')
  await expect(page).toHaveURL('/')
  await signInAsNewStudent(page, 'Odile')
  await page.goto('/viewasstudent')
  await expect(page).toHaveURL('/')
  await expect(studentViewBanner(page)).toHaveCount(0)
})

test('the palette is opened by keys, finds by typing, and leads there; it remembers', async ({
  page,
  consoleErrors,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard/systemlog')
  await page.waitForLoadState('networkidle')
  const opener = page.getByRole('button', { name: 'Find anything' })
  await opener.focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
  await expect(opener).toBeFocused()

  await page.keyboard.press('Meta+k')
  await page.keyboard.type('cybersecurity, qui')
  await expect(option(page, 'Cybersecurity, quietly')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/courses\/edit\/\d+$/)

  await page.keyboard.press('Control+k')
  await field(page).fill('zzzz')
  await expect(page.getByText('No results for “zzzz”.')).toBeVisible()
  await field(page).fill('')
  await page.keyboard.press('ArrowUp')
  await expect(option(page, 'Log out')).toHaveAttribute('aria-selected', 'true')
  await expect(option(page, 'Log out')).toBeInViewport()
  // Beside it.
  await page.mouse.click(4, 4)
  await expect(field(page)).toHaveCount(0)

  await page.reload()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Control+k')
  const recent = page.getByRole('group', { name: 'Recent' })
  await expect(recent.getByRole('option')).toHaveText(['Cybersecurity, quietly'])
  await option(page, 'Reviews').click()
  await expect(page).toHaveURL('/dashboard/reviews')
  expect(consoleErrors).toEqual([])
})

for (const theme of ['dark', 'light'] as const) {
  test(`the palette and the strip have no accessibility violations in the ${theme} theme`, async ({
    page,
    consoleErrors,
  }) => {
    const check = async (what: string) => {
      await page.waitForLoadState('networkidle')
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        `${what} fits the width`,
      ).toBe(true)
      const violations = await getAxeViolations(page)
      expect([what, violations]).toEqual([what, []])
    }
    await setInitialTheme(page, theme)
    await signIn(page, ADMIN)
    await page.goto('/dashboard/systemlog')
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await check('the palette')
    await field(page).fill('ma')
    await expect(page.getByRole('group', { name: 'Users' })).toBeVisible()
    await check('what was found')
    await field(page).fill('zzzz')
    await expect(page.getByText('No results for “zzzz”.')).toBeVisible()
    await check('nothing found')
    await viewAsStudent(page)
    await check('the strip')
    await page.goto('/student/chat')
    await check('the chat with oneself')
    expect(consoleErrors).toEqual([])
  })
}

const PANELS = ['Users', 'Courses', 'Blogs', 'Analytics', 'Reviews', 'Chat', 'System log', 'Maintenance']

test('the header says where one is and leads out; the sidebar leads to the eight panels', async ({
  page,
  isMobile,
  consoleErrors,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard')
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('admin dashboard management')).toBeVisible()
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' })
  for (const panel of PANELS) {
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).tap()
    await expect(sidebar.getByRole('link')).toHaveCount(8)
    await sidebar.getByRole('link', { name: new RegExp(`^${panel}`) }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      panel === 'Users' ? 'Hello Admin' : new RegExp(panel.replace(/s$/, '')),
    )
    if (!isMobile) await expect(sidebar.locator('[aria-current=page]')).toHaveText(new RegExp(panel))
  }
  await page.goto('/dashboard/nowhere')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText('admin dashboard management')).toBeVisible()
  consoleErrors.length = 0
  await page.getByRole('link', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  expect((await (await page.request.get('/api/session')).json()).msg.loggedIn).toBe(false)
  expect(consoleErrors).toEqual([])
})

test('the sidebar collapses, and stays so over a reload, from the first paint on', async ({
  page,
  isMobile,
  consoleErrors,
}) => {
  test.skip(isMobile, 'on a phone it lies over the content')
  await signIn(page, ADMIN)
  await page.goto('/dashboard/users')
  await page.waitForLoadState('networkidle')
  const sidebar = page.locator('#admin-sidebar')
  expect((await sidebar.boundingBox())?.width).toBeGreaterThan(200)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeLessThan(80)
  await page.reload({ waitUntil: 'commit' })
  await sidebar.waitFor()
  expect((await sidebar.boundingBox())?.width).toBeLessThan(80)
  await page.getByRole('link', { name: 'Courses' }).first().click()
  await expect(page).toHaveURL('/dashboard/courses')
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeGreaterThan(200)
  expect(consoleErrors).toEqual([])
})

test('on a small screen the menu takes the focus and gives it back', async ({ page, consoleErrors }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, ADMIN)
  await page.goto('/dashboard/blogs')
  await page.waitForLoadState('networkidle')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(page.getByRole('link', { name: 'Blogs' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await menu.click()
  await page.mouse.click(350, 400)
  await expect(page.getByRole('link', { name: 'Blogs' })).not.toBeVisible()
  expect(consoleErrors).toEqual([])
})
