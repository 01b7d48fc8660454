import type { Page } from '@playwright/test'
import { callApi } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'
import { controlWebSocket, sendMessages } from '../fixtures/websocket-control.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const log = (page: Page) => page.getByRole('log')
const message = (page: Page, text: string) => log(page).getByText(text, { exact: true })

async function sendMessage(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
}

/** The log is a reversed column: its end is at scroll position 0, and positions above it are negative. */
const getDistanceFromEnd = (page: Page) => log(page).evaluate((element) => Math.abs(element.scrollTop))
const scrollFromEnd = (page: Page, pixels: number) =>
  log(page).evaluate((element, distance) => element.scrollTo(0, -distance), pixels)
const getTop = (page: Page, text: string) =>
  message(page, text).evaluate((element) => element.getBoundingClientRect().top)

test(
  'student and admin exchange messages with unread counts, typing and notifications',
  { tag: '@phone' },
  async ({ openStudentPage, adminPage: admin, isMobile }) => {
    const { page, student } = await openStudentPage('Nia')
    await page.goto('/student/chat')
    await expect(page.getByText('No Chat data for this user')).toBeVisible()
    await admin.goto('/dashboard/chat')
    if (!isMobile) await expect(admin.getByText('Select Chat')).toBeVisible()

    await sendMessage(page, 'Is <b>every</b> course mine for good?')
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
    await sendMessage(admin, 'Yes, for good.')
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
  },
)

test('two tabs of one student show the same messages', { tag: '@slow' }, async ({ openStudentPage }) => {
  const { page } = await openStudentPage('Tove')
  const otherTab = await page.context().newPage()
  await page.goto('/student/chat')
  await otherTab.goto('/student/chat')
  await expect(field(otherTab)).toBeEnabled()
  await sendMessage(page, 'From the first tab')
  await expect(message(otherTab, 'From the first tab')).toBeVisible()
  await sendMessage(otherTab, 'From the second tab')
  await expect(message(page, 'From the second tab')).toBeVisible()
  await expect(log(page).getByText(/^From the/)).toHaveCount(2)
})

test('lost connection is shown and recovers without losing or repeating a message', async ({
  openStudentPage,
  adminPage: admin,
}) => {
  const { page, student } = await openStudentPage('Ines')
  const socket = await controlWebSocket(page)
  await admin.goto(`/dashboard/chat?student=${student.id}`)
  await page.goto('/student/chat')
  await sendMessage(page, 'Before')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()

  // The server stores this message, but its confirmation never arrives.
  socket.dropServerMessages()
  await sendMessage(page, 'Unconfirmed')
  await expect(message(admin, 'Unconfirmed')).toBeVisible()
  await socket.disconnect()
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible()
  await sendMessage(page, 'Written offline')
  await sendMessage(admin, 'Sent while offline')
  await expect(message(page, 'Sent while offline')).toBeHidden()

  socket.restore()
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeHidden({ timeout: 20_000 })
  for (const text of ['Before', 'Unconfirmed', 'Written offline', 'Sent while offline']) {
    await expect(message(page, text)).toHaveCount(1)
    await expect(message(admin, text)).toHaveCount(1)
  }
  await expect(page.getByText('Sending…')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
})

test(
  'chat fetches missed messages when the browser is online again',
  { tag: '@slow' },
  async ({ openStudentPage, adminPage: admin, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED/, 'the browser reports requests while offline')
    const { page, student } = await openStudentPage('Rosa')
    await page.goto('/student/chat')
    await sendMessage(page, 'Before')
    await expect(page.getByText('Sent', { exact: true })).toBeVisible()
    await page.context().setOffline(true)
    await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible()
    await admin.goto(`/dashboard/chat?student=${student.id}`)
    await sendMessage(admin, 'Sent while offline')
    await expect(admin.getByText('Sent', { exact: true })).toBeVisible()
    await page.context().setOffline(false)
    await expect(message(page, 'Sent while offline')).toHaveCount(1)
    await expect(page.getByText('Connection lost. Reconnecting…')).toBeHidden()
  },
)

test('unsent message is sent once after a retry', { tag: '@slow' }, async ({ openStudentPage }) => {
  const { page } = await openStudentPage('Uma')
  await page.clock.install()
  const socket = await controlWebSocket(page)
  await page.goto('/student/chat')
  await sendMessage(page, 'First')
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await socket.disconnect()
  await sendMessage(page, 'Second')
  await expect(page.getByText('Sending…')).toBeVisible()
  // A message that is not confirmed within ten seconds has failed.
  await page.clock.fastForward(11_000)
  await expect(page.getByText('Not sent')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Retry' }).click()
  socket.restore()
  await expect(page.getByText('Not sent')).toBeHidden({ timeout: 20_000 })
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 40_000 })
  await page.reload()
  await expect(message(page, 'Second')).toHaveCount(1)
})

test('earlier messages load above without a jump', { tag: '@slow' }, async ({ openStudentPage, adminPage }) => {
  const { page, student } = await openStudentPage('Lio')
  await page.goto('/student/allcourses')
  const [admin] = await callApi<[{ student_id: number }]>(page.request, 'GET', 'getAdminId')
  await adminPage.goto('/dashboard')
  const texts = Array.from({ length: 61 }, (_, index) => `Message ${index + 1}`)
  // In turns, because one user may send twenty in ten seconds. The admin's are for the other tests too.
  while (texts.length > 0) {
    await sendMessages(page, { from: student.id, to: admin.student_id }, texts.splice(0, 20))
    await sendMessages(adminPage, { from: admin.student_id, to: student.id }, texts.splice(0, 11))
  }
  await page.goto('/student/chat')
  await expect(message(page, 'Message 61')).toBeInViewport()
  await expect(message(page, 'Message 31')).toHaveCount(0)
  expect(await getDistanceFromEnd(page)).toBe(0)

  await log(page).evaluate((element) => element.scrollTo(0, -(element.scrollHeight - element.clientHeight - 150)))
  const top = await getTop(page, 'Message 36')
  await expect(message(page, 'Message 6')).toHaveCount(1)
  expect(Math.abs((await getTop(page, 'Message 36')) - top)).toBeLessThan(1)
  await scrollFromEnd(page, 100_000)
  await expect(message(page, 'Message 1')).toHaveCount(1)
  await scrollFromEnd(page, 100_000)
  await expect(message(page, 'Message 1')).toBeInViewport()
})

test(
  'chat follows new messages only within 5 px of its end',
  { tag: '@slow' },
  async ({ openStudentPage, adminPage: admin }) => {
    const { page, student } = await openStudentPage('Lio')
    await page.goto('/student/allcourses')
    const [{ student_id }] = await callApi<[{ student_id: number }]>(page.request, 'GET', 'getAdminId')
    const texts = Array.from({ length: 25 }, (_, index) => `Message ${index + 1}`)
    await sendMessages(page, { from: student.id, to: student_id }, texts)
    await page.goto('/student/chat')
    await expect(message(page, 'Message 25')).toBeInViewport()
    await admin.goto(`/dashboard/chat?student=${student.id}`)
    await scrollFromEnd(page, 6)
    const top = await getTop(page, 'Message 24')
    await sendMessage(admin, 'Not followed')
    await expect(page.getByRole('button', { name: 'New messages' })).toBeVisible()
    expect(Math.abs((await getTop(page, 'Message 24')) - top)).toBeLessThan(1)
    await expect(page.getByRole('button', { name: /^Notifications, 1 unread/ })).toBeVisible()
    await page.getByRole('button', { name: 'New messages' }).click()
    await expect.poll(() => getDistanceFromEnd(page)).toBe(0)
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
    await scrollFromEnd(page, 4)
    await sendMessage(admin, 'Followed')
    await expect(message(page, 'Followed')).toBeInViewport()
    await expect.poll(() => getDistanceFromEnd(page)).toBe(0)
  },
)

test(
  'Enter sends, Shift+Enter starts a new line, and blank text is not sent',
  { tag: '@slow' },
  async ({ openStudentPage }) => {
    const { page } = await openStudentPage('Bo')
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
  },
)

test(
  'chat is 750 px high in windows of two sizes',
  { tag: '@slow' },
  async ({ studentPage: page, adminPage: admin }) => {
    await page.goto('/student/chat')
    await admin.goto('/dashboard/chat')
    const panel = page.locator('main').locator('div:has(> div > [role=log])').first()
    const chats = admin.locator('main > div:has([aria-label=Chats])')
    for (const viewport of [
      { width: 1366, height: 768 },
      { width: 1280, height: 1000 },
    ]) {
      await page.setViewportSize(viewport)
      expect((await panel.boundingBox())?.height).toBe(750)
      await field(page).focus()
      await expect(field(page)).toBeInViewport({ ratio: 1 })
      await admin.setViewportSize(viewport)
      expect((await chats.boundingBox())?.height).toBe(750)
    }
  },
)
