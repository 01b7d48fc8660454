import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { callApi, uniqueWord } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'
import { signUp } from '../fixtures/users.ts'

const counter = (page: Page, label: RegExp) =>
  page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')

test('analytics counters update while the screen is open', async ({ adminPage: page, request }) => {
  await page.goto('/dashboard/analytics')
  const users = counter(page, /^Users$/)
  await expect(users).toHaveText(/\d/)
  const readUsers = async () => Number((await users.innerText()).replaceAll(',', ''))
  const before = await readUsers()
  await signUp(request, 'Counted')
  // Other tests create users at the same time.
  await expect.poll(readUsers).toBeGreaterThan(before)
  const upTime = counter(page, /^Uptime/)
  await expect(upTime).not.toHaveText(await upTime.innerText())
})

test(
  'analytics chart is drawn in both themes, follows the mouse and is downloaded as CSV',
  { tag: '@slow' },
  async ({ adminPage: page }) => {
    await page.goto('/dashboard/analytics')
    const activity = page.getByRole('region', { name: 'Daily activity', exact: true })
    const canvas = activity.locator('canvas')
    await expect(canvas).toBeVisible()
    for (const theme of ['light', 'dark']) {
      await page.getByRole('button', { name: `Switch to the ${theme} theme` }).click()
      await expect
        .poll(() =>
          canvas.evaluate(
            (element: HTMLCanvasElement) =>
              new Set(element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data).size,
          ),
        )
        .toBeGreaterThan(5)
    }
    const range = activity.getByText('30 days', { exact: true })
    await page.getByRole('slider', { name: 'Selected day', exact: true }).hover({ position: { x: 300, y: 100 } })
    await expect(range).toBeHidden()
    await page.getByRole('heading', { name: 'Analytics' }).hover()
    await expect(range).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^analytics-\d{4}-\d\d-\d\d\.csv$/)
  },
)

test(
  'removed review lets its student write another',
  { tag: '@slow' },
  async ({ adminPage, openStudentPage, createCourse, allowConsole }) => {
    allowConsole(/404.*getCourseData/, 'the mouse may cross the link of a course that another test has just deleted')
    const course = await createCourse({ title: uniqueWord('Reviewed '), lessons: [] })
    const { page: studentPage, student } = await openStudentPage('Reviewer')
    await callApi(studentPage.request, 'PUT', 'enrollCourse', { course_id: course.id })
    const review = { course_id: course.id, review_text: 'Not kind at all.', stars: 1 }
    await callApi(studentPage.request, 'POST', 'addReview', review)
    await adminPage.goto('/dashboard/reviews')
    await expect(adminPage.getByText('Latest reviews of all courses')).toBeVisible()
    await adminPage.getByRole('combobox', { name: 'Course' }).selectOption(course.title)
    await expect(adminPage).toHaveURL(`/dashboard/reviews?course=${course.id}`)
    const item = adminPage.getByRole('listitem').filter({ hasText: 'Not kind at all.' })
    await item.getByRole('button', { name: `Remove ${student.name.split(' ')[0]}’s review` }).click()
    await expect(adminPage.getByRole('dialog', { name: 'WARNING!' })).toContainText('permanently deleted')
    await adminPage.getByRole('button', { name: 'YES !' }).click()
    await expect(item).toHaveCount(0)
    await expect(adminPage.getByText('The review was removed')).toBeVisible()
    await studentPage.goto(course.path)
    await expect(studentPage.getByRole('textbox', { name: /review/i })).toBeVisible()
    await expect(studentPage.getByText('Not kind at all.')).toHaveCount(0)
  },
)

test('system log is filtered by words, kind and user, and exported with its filters', async ({
  adminPage: page,
  openStudentPage,
}) => {
  const { student } = await openStudentPage('Logged')
  await page.goto('/dashboard/systemlog')
  const rows = page.getByRole('table', { name: 'System log' }).getByRole('row')
  await page.getByRole('searchbox', { name: 'Search the log' }).fill(student.email)
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('Logged in')
  await expect(rows.nth(2)).toContainText('Signed up')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('account')
  await expect(rows).toHaveCount(2)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/^system-log-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toEqual([expect.stringContaining('message'), expect.stringContaining('Signed up')])
  await page.getByRole('link', { name: student.email }).first().click()
  await expect(page).toHaveURL(new RegExp(`person=${student.id}`))
  await expect(page.getByRole('link', { name: student.name })).toBeVisible()
  await page.getByRole('link', { name: 'Clear user filter' }).click()
  await expect(page).not.toHaveURL(/person=/)
})
