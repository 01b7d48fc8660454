import type { Browser, Page } from '@playwright/test'
import { setInitialTheme, getAxeViolations } from './axe.ts'
import { ADMIN, signIn, signInAsNewStudent } from './users.ts'
import { expect, test } from './fixtures.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Users' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const confirmButton = (page: Page) =>
  page.getByRole('dialog', { name: 'WARNING!' }).getByRole('button', { name: 'YES !' })

/** Somebody of the test's own, in a browser of theirs. */
async function newStudent(browser: Browser, firstName: string) {
  const page = await (await browser.newContext()).newPage()
  return { page, ...(await signInAsNewStudent(page, firstName)) }
}

/** Finds one user by a first name that nobody else has. */
async function find(page: Page, firstName: string): Promise<void> {
  await page.goto('/dashboard/users')
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(firstName.toUpperCase())
  await expect(page).toHaveURL(new RegExp(`search=${firstName}`, 'i'))
  await expect(table(page).getByRole('link')).toHaveCount(1)
}

async function post(page: Page, call: string, data: object): Promise<{ msg: unknown }> {
  const answer = await page.request.fetch(`/api/${call}`, { method: call === 'enrollCourse' ? 'PUT' : 'POST', data })
  expect(answer.ok()).toBe(true)
  return answer.json()
}

test('the admin finds a student, reads what they have done, takes back what they wrote, signs them out and deletes them', async ({
  page,
  browser,
  consoleErrors,
}) => {
  const name = `Quilla${Date.now()}`
  const student = await newStudent(browser, name)
  const [course] = (await post(student.page, 'getCourses', { page: 1 })).msg as { course_id: number; title: string }[]
  const [article] = (await post(student.page, 'getBlogData', { page: 1 })).msg as { blog_id: number; title: string }[]
  await post(student.page, 'enrollCourse', { course_id: course?.course_id })
  await post(student.page, 'addReview', {
    course_id: course?.course_id,
    review_text: 'A review to be removed',
    stars: 2,
  })
  await post(student.page, 'addComment', { blog_id: article?.blog_id, comment_text: 'A comment to be removed' })

  await signIn(page, ADMIN)
  await page.goto('/dashboard')
  await expect(page.getByText('Hello Admin, Track users here')).toBeVisible()
  await find(page, name)
  await expect(table(page)).toContainText('Active')
  await expect(page.getByText('No more users')).toBeVisible()
  await table(page).getByRole('link', { name: student.name }).click()
  await expect(page).toHaveURL(`/dashboard/users/${student.id}`)
  await expect(page.getByRole('heading', { level: 1, name: student.name })).toBeVisible()
  await expect(section(page, 'Courses').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
  await expect(section(page, 'Reviews').getByRole('img', { name: '2 out of 5 stars' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Message' })).toHaveAttribute(
    'href',
    `/dashboard/chat?student=${student.id}`,
  )

  await section(page, 'Reviews')
    .getByRole('button', { name: /^Remove / })
    .click()
  await confirmButton(page).click()
  await expect(page.getByText('The review is removed')).toBeVisible()
  await expect(section(page, 'Reviews')).toContainText('No Reviews Found')
  await section(page, 'Comments')
    .getByRole('button', { name: /^Remove / })
    .click()
  await confirmButton(page).click()
  await expect(page.getByText('The comment is removed')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(section(page, 'Active sessions')).toContainText('No active sessions.')
  await expect(page.getByText('The user is signed out everywhere')).toBeVisible()
  await student.page.goto('/student/profile')
  await expect(student.page).toHaveURL('/login')

  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'WARNING!' })).toContainText('permanently deleted and cannot be undone')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await confirmButton(page).click()
  await expect(page.getByText(`${student.name} was deleted`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/dashboard/users\\?search=${name}`, 'i'))
  await expect(page.getByText('No users found')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/dashboard/users')
  await expect(table(page)).toBeVisible()
  expect(consoleErrors).toEqual([])

  await page.goto(`/dashboard/users/${student.id}`)
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
  // The page itself was answered with 404.
  consoleErrors.length = 0
})

test('a row is deleted in the list after the popup, by keyboard alone', async ({ page, browser, isMobile }) => {
  test.skip(isMobile, 'On phones users are deleted on their own page')
  const name = `Tamsin${Date.now()}`
  const student = await newStudent(browser, name)
  await signIn(page, ADMIN)
  await find(page, name)
  await table(page).getByRole('link').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Delete ${student.name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(page.getByRole('dialog')).toContainText(`${student.name} (`)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${student.name} was deleted`)).toBeVisible()
  await expect(page.getByText('No users found')).toBeVisible()
})

test('choices and orders live in the address; the list goes on as one scrolls and is found where it was left', async ({
  page,
  consoleErrors,
  isMobile,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard/users')
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/users?sort=name')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  const box = page.getByRole('region', { name: 'Users' })
  // Two pages more: how many there are in all is other tests' doing, too.
  await expect(async () => {
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    expect(await table(page).getByRole('link').count()).toBeGreaterThan(40)
  }).toPass()
  // What is still on its way would be given up by leaving.
  await expect(box.locator('.skeleton')).toHaveCount(0)
  const pages = await table(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(pages).size).toBe(pages.length)
  // Its last rows lead on, and coming back leads to them.
  const place = await box.evaluate((element) => element.scrollTop)
  expect(place).toBeGreaterThan(300)
  await table(page).getByRole('link').last().click()
  await expect(page.getByRole('link', { name: 'All users' })).toHaveAttribute('href', '/dashboard/users?sort=name')
  await page.goBack()
  await expect(table(page)).toBeVisible()
  await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBeGreaterThan(place - 200)

  await page.getByRole('combobox', { name: 'Show' }).selectOption('Admins')
  await expect(page.getByText('No more users')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/users?sort=name&type=Admins')
  await expect(table(page)).toContainText(isMobile ? 'Admin' : ADMIN.email)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Show' })).toHaveValue('Admins')
  expect(await page.getByRole('link', { name: 'CSV' }).getAttribute('href')).toContain(
    'select_data=Admins&sort=name&descending=false',
  )
  // The mouse may stand on a user whom another journey has deleted: what is fetched ahead is then not there.
  expect(consoleErrors.filter((complaint) => !complaint.includes('404'))).toEqual([])
  consoleErrors.length = 0
})

for (const theme of ['dark', 'light'] as const) {
  test(`the users’ screens have no accessibility violations in the ${theme} theme, and fit a phone`, async ({
    page,
    browser,
    consoleErrors,
  }) => {
    await setInitialTheme(page, theme)
    await signIn(page, ADMIN)
    const { id } = await newStudent(browser, 'Ondine')
    const [busiest] = (await post(page, 'getUsers', { page: 1, sort: 'courses', search_text: 'studio.example' }))
      .msg as { student_id: number }[]
    const screens = [
      '/dashboard/users',
      '/dashboard/users?search=zzzz',
      `/dashboard/users/${busiest?.student_id}`,
      `/dashboard/users/${id}`,
      '/dashboard/users/999999999',
    ]
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of screens) {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
          `${path} fits ${width} px`,
        ).toBe(true)
        const violations = await getAxeViolations(page)
        expect([path, violations]).toEqual([path, []])
      }
    }
    // Of the user who is not there.
    expect(consoleErrors.every((text) => text.includes('404'))).toBe(true)
    consoleErrors.length = 0
  })
}
