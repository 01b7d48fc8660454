import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { ADMIN, signIn, signInAsNewStudent } from './people.ts'
import { expect, test } from './watch-console.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const strip = (page: Page) => page.getByRole('complementary', { name: 'Student view' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
const option = (page: Page, name: string | RegExp) => page.getByRole('listbox', { name: 'What there is' }).getByRole('option', { name })

async function viewAsStudent(page: Page): Promise<void> {
  await page.goto('/viewasstudent')
  await expect(page).toHaveURL('/student/allcourses')
  await expect(strip(page)).toBeVisible()
}

test('an admin looks at the site as a student and comes back; what they have open elsewhere follows', async ({ page, isMobile, complaints }) => {
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
  await expect(strip(page)).toContainText('You are looking at the site as a student')
  await expect(otherTab, 'the other tab leaves the dashboard').toHaveURL('/', { timeout: 15_000 })
  await expect(strip(otherTab)).toBeVisible()
  await otherTab.close()

  await page.getByRole('link', { name: 'Join Now' }).first().click()
  await expect(page.getByRole('button', { name: /^Enroll Today/ }).or(page.getByRole('button', { name: /^Enroll/ })).first()).toBeVisible()
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Chat' }).click()
  await expect(page.getByText('Students write to you here')).toBeVisible()
  await page.goto('/dashboard/users')
  await expect(page).toHaveURL('/')
  await strip(page).getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('admin dashboard management')).toBeVisible()
  await expect(strip(page)).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('the strip is there with the page’s first bytes and moves nothing; menus open below the bar', async ({ page }) => {
  await signIn(page, ADMIN)
  await viewAsStudent(page)
  const html = await (await page.request.get('/')).text()
  expect(html).toContain('You are looking at the site as a student')
  await page.goto('/student/blog')
  await page.waitForLoadState('networkidle')
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0))).observe({
          type: 'layout-shift',
          buffered: true,
        })
        setTimeout(() => resolve(0), 500)
      }),
  )
  expect(moved).toBeLessThan(0.02)
  await page.evaluate(() => window.scrollTo(0, 600))
  await page.getByRole('button', { name: /^Menu of/ }).click()
  const [bar, menu] = [await page.getByRole('banner').boundingBox(), await page.getByRole('navigation', { name: 'Account' }).boundingBox()]
  expect(menu?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  expect(await strip(page).boundingBox()).toMatchObject({ y: 0 })
})

test('students and visitors have neither the strip nor the way to it', async ({ page }) => {
  await page.goto('/viewasstudent')
  await expect(page).toHaveURL('/')
  await signInAsNewStudent(page, 'Odile')
  await page.goto('/viewasstudent')
  await expect(page).toHaveURL('/')
  await expect(strip(page)).toHaveCount(0)
})

test('the palette is opened by keys, finds by typing, and leads there; it remembers', async ({ page, complaints }) => {
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
  await expect(page.getByText('Nothing found')).toBeVisible()
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
  expect(complaints).toEqual([])
})

for (const theme of ['dark', 'light'] as const) {
  test(`the palette and the strip have no accessibility violations in the ${theme} theme`, async ({ page, complaints }) => {
    const check = async (what: string) => {
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${what} fits the width`).toBe(true)
      const { violations } = await page.evaluate<AxeResults>(`${axe}; axe.run(document, { resultTypes: ['violations'] })`)
      expect([what, violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)]).toEqual([what, []])
    }
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
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
    await expect(page.getByText('Nothing found')).toBeVisible()
    await check('nothing found')
    await viewAsStudent(page)
    await check('the strip')
    await page.goto('/student/chat')
    await check('the chat with oneself')
    expect(complaints).toEqual([])
  })
}
