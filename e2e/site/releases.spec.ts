import type { Page, Route } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

const COURSES_SCRIPT = '**/assets/all-courses-screen-*.js'

const PUBLIC_ROUTES_SCRIPT = '**/assets/public-routes-*.js'

const followCourses = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: 'All courses', exact: true }).click()

async function expectErrorScreen(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByText('Try to reload page')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Error connecting to server')
}

/** The browser gets another release: other names of the entry, and no more of the old release's scripts. */
async function serveNewRelease(page: Page, path: string, script: string): Promise<void> {
  await page.route(script, (route) => route.fulfill({ status: 404, json: { status: false } }))
  await page.route(`**${path}`, async (route) => {
    const isDocument = route.request().resourceType() === 'document'
    if (isDocument) await page.unroute(script)
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: isDocument ? html : html.replaceAll('/assets/', '/assets/new-') })
  })
}

const FAILURES: [string, (route: Route) => Promise<void>][] = [
  ['is blocked', (route) => route.abort('blockedbyclient')],
  ['does not arrive offline', (route) => route.abort('internetdisconnected')],
  ['is gone', (route) => route.fulfill({ status: 404, json: { status: false, code: 'page_not_found' } })],
  ['is a page instead', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })],
]

test(
  'screen whose script does not arrive shows the error screen and can be retried',
  { tag: '@slow' },
  async ({ page, allowConsole }) => {
    allowConsole(/Failed to load|dynamically imported module|MIME type|Something went wrong/, 'the script is missing')
    for (const [what, fail] of FAILURES)
      await test.step(what, async () => {
        await page.goto('/login')
        await page.route(COURSES_SCRIPT, fail)
        await followCourses(page)
        await expectErrorScreen(page)
        await expect(page).toHaveURL('/student/allcourses')
        await page.unroute(COURSES_SCRIPT)
        await page.getByRole('button', { name: 'Reload page' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'All courses' })).toBeVisible()
      })
    await test.step('the list of its area is missing', async () => {
      await page.goto('/login')
      await page.route(PUBLIC_ROUTES_SCRIPT, (route) => route.abort())
      await followCourses(page)
      await expectErrorScreen(page)
      await page.unroute(PUBLIC_ROUTES_SCRIPT)
      await page.getByRole('button', { name: 'Reload page' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'All courses' })).toBeVisible()
    })
  },
)

test(
  'page whose script does not arrive shows the error screen and can be retried',
  { tag: '@slow' },
  async ({ page, allowConsole }) => {
    allowConsole(/Failed to load|dynamically imported module|MIME type/, 'the script is missing')
    // The browser's own error is the same for the others.
    for (const [what, fail] of FAILURES.slice(-2))
      await test.step(what, async () => {
        await page.route(COURSES_SCRIPT, fail)
        await page.goto('/student/allcourses', { waitUntil: 'commit' })
        await expectErrorScreen(page)
        await page.unroute(COURSES_SCRIPT)
        await page.getByRole('button', { name: 'Reload page' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'All courses' })).toBeVisible()
        await expect(page.locator('html[data-hydrated]')).toBeAttached()
      })
  },
)

test(
  'dashboard whose script is missing shows the error screen',
  { tag: '@slow' },
  async ({ adminPage: page, allowConsole }) => {
    allowConsole(/Failed to load|dynamically imported module/, 'the script is missing')
    await page.route('**/assets/dashboard-routes-*.js', (route) => route.abort())
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await expectErrorScreen(page)
  },
)

test(
  'page goes on without the bell when its script is missing',
  { tag: '@slow' },
  async ({ studentPage: page, allowConsole }) => {
    allowConsole(/Failed to load|dynamically imported module/, 'the script is missing')
    let requests = 0
    await page.route('**/assets/bell-*.js', (route) => {
      requests++
      return route.abort()
    })
    await page.goto('/student/allcourses')
    await expect.poll(() => requests).toBeGreaterThan(0)
    await expect(page.getByRole('heading', { level: 1, name: 'All courses' })).toBeVisible()
  },
)

test('tab of an older release loads the new one on navigation', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load|dynamically imported module/, 'the script of the old release is gone')
  await page.goto('/login')
  await serveNewRelease(page, '/student/allcourses', COURSES_SCRIPT)
  await page.evaluate(() => Object.assign(window, { isOldDocument: true }))
  await followCourses(page)
  await expect(page.getByRole('heading', { level: 1, name: 'All courses' })).toBeVisible()
  await expect(page).toHaveURL('/student/allcourses')
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  expect(await page.evaluate(() => 'isOldDocument' in window)).toBe(false)
})

test(
  'tab that gets the old release again does not reload for ever',
  { tag: '@slow' },
  async ({ page, allowConsole }) => {
    allowConsole(/Failed to load|dynamically imported module/, 'the script of the old release is gone')
    await page.goto('/login')
    let documents = 0
    await page.route(COURSES_SCRIPT, (route) => route.fulfill({ status: 404, json: { status: false } }))
    await page.route('**/student/allcourses', async (route) => {
      if (route.request().resourceType() === 'document') {
        documents++
        return route.continue()
      }
      await route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><script id="state" type="application/json">{}</script><script type="module" src="/new.js"></script>',
      })
    })
    await followCourses(page)
    await expect.poll(() => documents).toBe(1)
    await expectErrorScreen(page)
    expect(documents).toBe(1)
  },
)

test(
  'form with unsaved text is kept when the next screen belongs to a new release',
  { tag: '@slow' },
  async ({ adminPage: page, allowConsole }) => {
    allowConsole(/Failed to load|dynamically imported module/, 'the script of the old release is gone')
    await page.goto('/dashboard/blogs/add')
    await serveNewRelease(page, '/dashboard/courses', '**/assets/courses-screen-*.js')
    await page.evaluate(() => Object.assign(window, { isOldDocument: true }))
    await page.getByLabel('Title', { exact: true }).fill('Half a thought')
    await page.getByRole('link', { name: 'Courses' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Half a thought')
    await expect(page).toHaveURL('/dashboard/blogs/add')
    await page.getByRole('link', { name: 'Courses' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Course Panel' })).toBeVisible()
    await expect(page.locator('html[data-hydrated]')).toBeAttached()
    expect(await page.evaluate(() => 'isOldDocument' in window)).toBe(false)
  },
)
