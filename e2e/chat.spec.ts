import type { Browser, Page } from '@playwright/test'
import { controlWebSocket, sendMessages } from './websocket-control.ts'
import { ADMIN, signIn, signInAsNewStudent } from './users.ts'
import { expect, test } from './fixtures.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const log = (page: Page) => page.getByRole('log')
const message = (page: Page, text: string) => log(page).getByText(text, { exact: true })

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
}

/** How far the log is scrolled away from its end. */
const getDistanceFromEnd = (page: Page) => log(page).evaluate((element) => Math.abs(element.scrollTop))
const scrollFromEnd = (page: Page, pixels: number) =>
  log(page).evaluate((element, by) => element.scrollTo(0, -by), pixels)

async function adminPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, ADMIN)
  return page
}

async function adminId(page: Page): Promise<number> {
  const { msg } = await (await page.request.get('/api/getAdminId')).json()
  return msg[0].student_id
}

test('a student and the admin chat both ways; counts, typing and the bell follow at once', async ({
  page,
  browser,
  consoleErrors,
  isMobile,
}) => {
  const student = await signInAsNewStudent(page, 'Nia')
  await page.goto('/student/chat')
  await expect(page.getByText('No Chat data for this user')).toBeVisible()

  const admin = await adminPage(browser)
  if (isMobile) await admin.setViewportSize({ width: 390, height: 844 })
  await admin.goto('/dashboard/chat')
  if (!isMobile) await expect(admin.getByText('Select Chat')).toBeVisible()

  await write(page, 'Is <b>every</b> course mine for good?')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await expect(message(page, 'Is <b>every</b> course mine for good?')).toBeVisible()

  const row = admin.getByRole('navigation', { name: 'Chats' }).locator(`a[href*="student=${student.id}"]`)
  await expect(row).toContainText(student.name)
  await expect(row).toContainText('1 unread')
  await expect(row).toContainText('Is <b>every</b> course')
  await row.click()
  await expect(admin).toHaveURL(/student=\d+/)
  await expect(message(admin, 'Is <b>every</b> course mine for good?')).toBeVisible()
  await expect(log(admin).locator('b')).toHaveCount(0)
  if (!isMobile) await expect(row).not.toContainText('unread')

  await page.goto('/student/allcourses')
  await write(admin, 'Yes, for good.')
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: /New reply in chat/ }).click()
  await expect(page).toHaveURL('/student/chat')
  await expect(message(page, 'Yes, for good.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  await field(admin).pressSequentially('And')
  await expect(page.getByText(/is typing…$/)).toBeVisible()
  await expect(page.getByText(/is typing…$/)).toBeHidden({ timeout: 8_000 })

  await page.reload()
  await expect(message(page, 'Is <b>every</b> course mine for good?')).toBeVisible()
  await expect(message(page, 'Yes, for good.')).toBeVisible()
  if (isMobile) {
    await admin.getByRole('link', { name: 'Back to all chats' }).click()
    await expect(admin.getByRole('navigation', { name: 'Chats' })).toBeVisible()
  }
  await admin.context().close()
  expect(consoleErrors).toEqual([])
})

test('two tabs of one person agree', async ({ page }) => {
  await signInAsNewStudent(page, 'Tove')
  const other = await page.context().newPage()
  await page.goto('/student/chat')
  await other.goto('/student/chat')
  await expect(field(other)).toBeEnabled()
  await write(page, 'From the first tab')
  await expect(message(other, 'From the first tab')).toBeVisible()
  await write(other, 'From the second tab')
  await expect(message(page, 'From the second tab')).toBeVisible()
  await expect(log(page).getByText(/^From the/)).toHaveCount(2)
})

test('a cut line says so and comes back by itself; nothing is lost or doubled', async ({
  page,
  browser,
  consoleErrors,
}) => {
  const student = await signInAsNewStudent(page, 'Ines')
  const line = await controlWebSocket(page)
  const admin = await adminPage(browser)
  await admin.goto(`/dashboard/chat?student=${student.id}`)
  await page.goto('/student/chat')
  await write(page, 'Before')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()

  // It goes out and is stored, but the line breaks before the answer.
  line.dropServerMessages()
  await write(page, 'On the way')
  await expect(message(admin, 'On the way')).toBeVisible()
  await line.disconnect()
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible()
  await write(page, 'Without a line')
  await write(admin, 'Missed meanwhile')
  await expect(message(page, 'Missed meanwhile')).toBeHidden()

  line.restore()
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeHidden({ timeout: 20_000 })
  for (const text of ['Before', 'On the way', 'Without a line', 'Missed meanwhile']) {
    await expect(message(page, text)).toHaveCount(1)
    await expect(message(admin, text)).toHaveCount(1)
  }
  await expect(page.getByText('Sending…')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await admin.context().close()
  expect(consoleErrors).toEqual([])
})

test('a browser that goes offline loses the line at once, and fetches what it missed', async ({
  page,
  browser,
  consoleErrors,
}) => {
  const student = await signInAsNewStudent(page, 'Rosa')
  const admin = await adminPage(browser)
  await page.goto('/student/chat')
  await write(page, 'Before')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible()
  await admin.goto(`/dashboard/chat?student=${student.id}`)
  await write(admin, 'Missed meanwhile')
  await expect(admin.getByText('Sent', { exact: true })).toBeVisible()
  await page.context().setOffline(false)
  await expect(message(page, 'Missed meanwhile')).toHaveCount(1)
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeHidden()
  await admin.context().close()
  // The browser itself complains of what it could not reach.
  consoleErrors.length = 0
})

test('a message without an answer is offered again, and goes out once', async ({ page, consoleErrors }) => {
  await signInAsNewStudent(page, 'Uma')
  const line = await controlWebSocket(page)
  await page.goto('/student/chat')
  await write(page, 'First')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await line.disconnect()
  await write(page, 'Second')
  await expect(page.getByText('Sending…')).toBeVisible()
  await expect(page.getByText('Not sent')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Retry' }).click()
  line.restore()
  await expect(page.getByText('Not sent')).toBeHidden({ timeout: 20_000 })
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 40_000 })
  await page.reload()
  await expect(message(page, 'Second')).toHaveCount(1)
  expect(consoleErrors).toEqual([])
})

test('older pages come in above without a jump, and the view follows only within 5 px of the end', async ({
  page,
  browser,
  consoleErrors,
}) => {
  const student = await signInAsNewStudent(page, 'Lio')
  await page.goto('/student/allcourses')
  await sendMessages(
    page,
    { from: student.id, to: await adminId(page) },
    Array.from({ length: 75 }, (_, index) => `Message ${index + 1}`),
  )
  await page.goto('/student/chat')
  await expect(message(page, 'Message 75')).toBeInViewport()
  await expect(message(page, 'Message 45')).toHaveCount(0)
  expect(await getDistanceFromEnd(page)).toBe(0)

  // Where a message is on the screen before and after an older page has come.
  const place = (text: string) => message(page, text).evaluate((element) => element.getBoundingClientRect().top)
  await log(page).evaluate((element) => element.scrollTo(0, -(element.scrollHeight - element.clientHeight - 150)))
  const before = await place('Message 50')
  await expect(message(page, 'Message 20')).toHaveCount(1)
  expect(Math.abs((await place('Message 50')) - before)).toBeLessThan(1)
  await scrollFromEnd(page, 100_000)
  await expect(message(page, 'Message 1')).toHaveCount(1)
  await scrollFromEnd(page, 100_000)
  await expect(message(page, 'Message 1')).toBeInViewport()

  const admin = await adminPage(browser)
  await admin.goto(`/dashboard/chat?student=${student.id}`)
  await scrollFromEnd(page, 6)
  const still = await place('Message 74')
  await write(admin, 'Not followed')
  await expect(page.getByRole('button', { name: 'New messages' })).toBeVisible()
  expect(Math.abs((await place('Message 74')) - still)).toBeLessThan(1)
  await expect(page.getByRole('button', { name: /^Notifications, 1 unread/ })).toBeVisible()
  await page.getByRole('button', { name: 'New messages' }).click()
  await expect.poll(() => getDistanceFromEnd(page)).toBe(0)
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await scrollFromEnd(page, 4)
  await write(admin, 'Followed')
  await expect(message(page, 'Followed')).toBeInViewport()
  await expect.poll(() => getDistanceFromEnd(page)).toBe(0)
  await admin.context().close()
  expect(consoleErrors).toEqual([])
})

test('Enter sends, Shift and Enter begin a line, and blank text goes nowhere', async ({ page, consoleErrors }) => {
  await signInAsNewStudent(page, 'Bo')
  await page.goto('/student/chat')
  await field(page).fill('   ')
  await field(page).press('Enter')
  await field(page).fill('One')
  await field(page).press('Shift+Enter')
  await field(page).pressSequentially('Two')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(log(page).getByText('One Two')).toBeVisible()
  await expect(log(page).locator('[data-stored]')).toHaveCount(1)
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' }).format(new Date())
  await expect(log(page).getByText(today)).toBeVisible()
  await expect(log(page).locator('time').first()).toHaveText(/^\d{1,2}:\d\d [AP]M$/)
  await expect(log(page).locator('time').first()).toHaveAttribute(
    'title',
    /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M$/,
  )
  expect(consoleErrors).toEqual([])
})

test('the chat is 750 px high where there is room', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone is filled')
  await page.setViewportSize({ width: 1280, height: 1000 })
  await signInAsNewStudent(page, 'Ada')
  await page.goto('/student/chat')
  const panel = page.locator('main').locator('div:has(> div > [role=log])').first()
  expect((await panel.boundingBox())?.height).toBe(750)
})
