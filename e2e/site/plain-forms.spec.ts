import type { Browser, Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { MARA } from '../fixtures/users.ts'

async function openPageWithoutScript(browser: Browser): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled: false })).newPage()
}

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill(MARA.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

test('course search, login and logout work without script, and the login returns to the course', async ({
  browser,
  allowConsole,
}) => {
  allowConsole(/401/, 'the first password is wrong')
  const page = await openPageWithoutScript(browser)
  await page.goto('/student/allcourses')
  await page.getByRole('searchbox').fill('git')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\/student\/allcourses\?search=git/)
  await expect(page.getByRole('heading', { level: 1, name: 'All courses' })).toBeVisible()
  // Of the searched ones: the first course of the whole list may be another test's, which deletes it.
  await page
    .getByRole('link', { name: /^Join Now/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/login\?next=/)
  await logIn(page, 'not her password')
  await expect(page.getByRole('alert')).toContainText('Wrong email or password')
  await expect(page.getByLabel('Email')).toHaveValue(MARA.email)
  await logIn(page, MARA.password)
  await expect(page).toHaveURL(/\/student\/CoursePage\//)
  await page.goto('/student/logout')
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/student/mycourses')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.context().close()
})

test('login that is sent before its script has loaded shows a page and keeps the email', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/401/, 'the password is wrong')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/login-screen-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await logIn(page, 'not her password')
  await expect(page.getByRole('alert')).toContainText('Wrong email or password')
  release()
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  await expect(page.getByRole('alert')).toContainText('Wrong email or password')
  await expect(page.getByLabel('Email')).toHaveValue(MARA.email)
  await page.getByLabel('Password', { exact: true }).fill(MARA.password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/')
})

test('other forms cannot be sent before their script has loaded', async ({ browser, signedInState }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, storageState: await signedInState(MARA) })
  const page = await context.newPage()
  await page.goto('/student/profile')
  const buttons = await page.getByRole('main').locator('button[type=submit]').all()
  expect(buttons.length).toBeGreaterThan(0)
  for (const button of buttons) await expect(button).toBeDisabled()
  await context.close()
})
