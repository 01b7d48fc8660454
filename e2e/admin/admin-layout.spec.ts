import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { ADMIN, getSession, signIn } from '../fixtures/users.ts'

const studentViewBanner = (page: Page) => page.getByRole('complementary', { name: 'Student view' })
const paletteField = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
const paletteOption = (page: Page, name: string | RegExp) =>
  page.getByRole('listbox', { name: 'Results' }).getByRole('option', { name })

test(
  'admin views the site as a student and returns to the dashboard',
  { tag: '@phone' },
  async ({ page, isMobile, allowConsole }) => {
    allowConsole(/403/, 'the other tab may make a call of the dashboard before it notices the change of role')
    await signIn(page.request, ADMIN)
    await page.goto('/dashboard/users')
    const otherTab = await page.context().newPage()
    await otherTab.goto('/dashboard/analytics')

    // A phone's header does not show the link.
    if (isMobile) {
      await page.getByRole('button', { name: 'Find anything' }).tap()
      await paletteOption(page, 'View as a student').tap()
    } else {
      await page.getByRole('link', { name: 'View as a student' }).click()
    }
    await expect(page).toHaveURL('/student/allcourses')
    await expect(studentViewBanner(page)).toContainText('You’re viewing the site as a student')
    await expect(otherTab, 'the other tab leaves the dashboard').toHaveURL('/', { timeout: 15_000 })
    await expect(studentViewBanner(otherTab)).toBeVisible()
    await otherTab.close()

    // A course of the demo: other tests delete theirs.
    await page.getByRole('searchbox').fill('Cybersecurity, quietly')
    await expect(page).toHaveURL(/search=Cybersecurity/)
    const course = page.getByRole('article').filter({ hasText: 'Cybersecurity, quietly' })
    await course.getByRole('link', { name: 'Join Now' }).click()
    await expect(page.getByRole('button', { name: /^Enroll/ }).first()).toBeVisible()
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Chat' }).click()
    await expect(page.getByText('Students write to you here')).toBeVisible()
    await page.goto('/dashboard/users')
    await expect(page).toHaveURL('/')
    await studentViewBanner(page).getByRole('link', { name: 'Back to the dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText('admin dashboard management')).toBeVisible()
    await expect(studentViewBanner(page)).toHaveCount(0)
  },
)

test('student view banner is rendered on the server and shifts nothing', { tag: '@slow' }, async ({ page }) => {
  await signIn(page.request, ADMIN)
  await page.goto('/viewasstudent')
  await expect(page).toHaveURL('/student/allcourses')
  expect(await (await page.request.get('/')).text()).toContain('You’re viewing the site as a student')
  await page.goto('/student/blog')
  const layoutShift = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    return observer
      .takeRecords()
      .reduce((sum, entry) => sum + ('value' in entry && typeof entry.value === 'number' ? entry.value : 0), 0)
  })
  expect(layoutShift).toBeLessThan(0.02)
  await page.evaluate(() => window.scrollTo(0, 600))
  await page.getByRole('button', { name: /^Account menu/ }).click()
  const bar = await page.getByRole('banner').boundingBox()
  const menu = await page.getByRole('navigation', { name: 'Account' }).boundingBox()
  expect(menu?.y ?? 0, 'the menu opens below the bar').toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  expect(await studentViewBanner(page).boundingBox()).toMatchObject({ y: 0 })
})

test('command palette opens by shortcut, finds a course and remembers it', async ({ adminPage: page }) => {
  await page.goto('/dashboard/systemlog')
  const opener = page.getByRole('button', { name: 'Find anything' })
  await opener.focus()
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(paletteField(page)).toHaveCount(0)
  await expect(opener).toBeFocused()

  await page.keyboard.press('Meta+k')
  await page.keyboard.type('cybersecurity, qui')
  await expect(paletteOption(page, 'Cybersecurity, quietly')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/courses\/edit\/\d+$/)

  await page.keyboard.press('Control+k')
  await paletteField(page).fill('zzzz')
  await expect(page.getByText('No results for “zzzz”.')).toBeVisible()
  await paletteField(page).fill('')
  await page.keyboard.press('ArrowUp')
  await expect(paletteOption(page, 'Log out')).toHaveAttribute('aria-selected', 'true')
  await expect(paletteOption(page, 'Log out')).toBeInViewport()
  // Outside the dialog.
  await page.mouse.click(4, 4)
  await expect(paletteField(page)).toHaveCount(0)

  await page.reload()
  await page.keyboard.press('Control+k')
  const recent = page.getByRole('group', { name: 'Recent' })
  await expect(recent.getByRole('option')).toHaveText(['Cybersecurity, quietly'])
  await paletteOption(page, 'Reviews').click()
  await expect(page).toHaveURL('/dashboard/reviews')
})

const PANELS = [
  ...['Users', 'Courses', 'Blogs', 'Analytics', 'Reviews', 'Chat', 'System log', 'Maintenance'],
  ...['Orders', 'Coupons', 'Paths', 'Certificates', 'Submissions', 'Audit log', 'Trash', 'System'],
]

test(
  'sidebar opens each of the eight panels, and those below the divider',
  { tag: '@phone' },
  async ({ adminPage: page, isMobile }) => {
    await page.goto('/dashboard')
    await expect(page.getByText('admin dashboard management')).toBeVisible()
    const sidebar = page.getByRole('navigation', { name: 'Dashboard' })
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    // What the menu does on a phone, it does with any panel.
    for (const panel of isMobile ? PANELS.slice(0, 2) : PANELS) {
      if (isMobile) await menu.tap()
      await expect(sidebar.getByRole('link')).toHaveCount(PANELS.length)
      await sidebar.getByRole('link', { name: panel === 'Chat' ? /^Chat/ : panel, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(
        panel === 'Users' ? 'Hello Admin' : new RegExp(panel.replace(/s$/, '')),
      )
      if (isMobile) await expect(menu).toHaveAttribute('aria-expanded', 'false')
      else await expect(sidebar.locator('[aria-current=page]')).toHaveText(new RegExp(panel))
    }
  },
)

test(
  'header logs the admin out, from a missing page too',
  { tag: ['@phone', '@slow'] },
  async ({ page, expectConsole }) => {
    expectConsole(/404/, 'the missing page is answered with 404')
    await signIn(page.request, ADMIN)
    await page.goto('/dashboard/nowhere')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(page.getByText('admin dashboard management')).toBeVisible()
    await page.getByRole('link', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await expect.poll(async () => (await getSession(page.request)).loggedIn).toBe(false)
  },
)

test(
  'collapsed sidebar stays collapsed from the first paint after a reload',
  { tag: '@slow' },
  async ({ adminPage: page }) => {
    await page.goto('/dashboard/users')
    const sidebar = page.locator('#admin-sidebar')
    const getWidth = async () => (await sidebar.boundingBox())?.width
    expect(await getWidth()).toBeGreaterThan(200)
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await expect.poll(getWidth).toBeLessThan(80)
    await page.reload({ waitUntil: 'commit' })
    await sidebar.waitFor()
    expect(await getWidth()).toBeLessThan(80)
    await page.reload()
    await page.getByRole('link', { name: 'Courses' }).first().click()
    await expect(page).toHaveURL('/dashboard/courses')
    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    await expect.poll(getWidth).toBeGreaterThan(200)
  },
)

test('menu of a small screen takes the focus and returns it', { tag: '@slow' }, async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard/blogs')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(page.getByRole('link', { name: 'Blogs' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await menu.click()
  await page.mouse.click(350, 400)
  await expect(page.getByRole('link', { name: 'Blogs' })).not.toBeVisible()
})
