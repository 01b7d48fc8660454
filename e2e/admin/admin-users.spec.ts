import type { Page } from '@playwright/test'
import { callApi, getFreeCourseId, getPost, uniqueWord } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Users' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const confirmButton = (page: Page) =>
  page.getByRole('dialog', { name: 'WARNING!' }).getByRole('button', { name: 'YES !' })

/** Searches for a first name that only one user has. */
async function findUser(page: Page, firstName: string): Promise<void> {
  await page.goto('/dashboard/users')
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(firstName.toUpperCase())
  await expect(page).toHaveURL(new RegExp(`search=${firstName}`, 'i'))
  await expect(table(page).getByRole('link')).toHaveCount(1)
}

/** Lets a student join a course, review it and comment on a post. */
async function createActivity(page: Page): Promise<void> {
  const course_id = await getFreeCourseId(page.request)
  const { blog_id } = await getPost(page.request)
  await callApi(page.request, 'PUT', 'enrollCourse', { course_id })
  await callApi(page.request, 'POST', 'addReview', { course_id, review_text: 'A review to be removed', stars: 2 })
  await callApi(page.request, 'POST', 'addComment', { blog_id, comment_text: 'A comment to be removed' })
}

test(
  'admin finds a student and removes what they wrote',
  { tag: '@phone' },
  async ({ adminPage: page, openStudentPage }) => {
    const firstName = uniqueWord('Quilla')
    const { page: studentPage, student } = await openStudentPage(firstName)
    await createActivity(studentPage)
    await findUser(page, firstName)
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
    await expect(page.getByText('The review was removed')).toBeVisible()
    await expect(section(page, 'Reviews')).toContainText('No Reviews Found')
    await section(page, 'Comments')
      .getByRole('button', { name: /^Remove / })
      .click()
    await confirmButton(page).click()
    await expect(page.getByText('The comment was removed')).toBeVisible()
  },
)

test('admin signs a student out everywhere and deletes the account', async ({
  adminPage: page,
  openStudentPage,
  expectConsole,
}) => {
  expectConsole(/404/, 'the deleted user is not found')
  const firstName = uniqueWord('Quentin')
  const { page: studentPage, student } = await openStudentPage(firstName)
  await findUser(page, firstName)
  await table(page).getByRole('link', { name: student.name }).click()
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(section(page, 'Active sessions')).toContainText('No active sessions.')
  await expect(page.getByText('The user was logged out on all devices')).toBeVisible()
  await studentPage.goto('/student/profile')
  await expect(studentPage).toHaveURL(/\/login(\?next=|$)/)

  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'WARNING!' })).toContainText('permanently deleted and cannot be undone')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await confirmButton(page).click()
  await expect(page.getByText(`${student.name} was deleted`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/dashboard/users\\?search=${firstName}`, 'i'))
  await expect(page.getByText('No users found')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/dashboard/users')
  await expect(table(page)).toBeVisible()
  await page.goto(`/dashboard/users/${student.id}`)
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
})

test('admin deletes a user from the list by keyboard', async ({ adminPage: page, openStudentPage }) => {
  const firstName = uniqueWord('Tamsin')
  const { student } = await openStudentPage(firstName)
  await findUser(page, firstName)
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

test(
  'users list loads more pages on scroll and restores its position on back',
  { tag: ['@phone', '@slow'] },
  async ({ adminPage: page }) => {
    const word = uniqueWord('pages')
    const users = Array.from({ length: 60 }, (_, index) => ({
      first_name: `Name${index}`,
      last_name: 'Okoro',
      email: `n${index}@${word}.example`,
    }))
    await callApi(page.request, 'POST', 'importUsers', { users })
    await page.goto(`/dashboard/users?search=${word}`)
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await expect(page).toHaveURL(`/dashboard/users?search=${word}&sort=name`)
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    const links = table(page).getByRole('link')
    // The server answers 20 users a page.
    for (const firstOfPage of [20, 40]) {
      await links.last().scrollIntoViewIfNeeded()
      await expect(links.nth(firstOfPage)).toBeAttached()
    }
    await links.last().scrollIntoViewIfNeeded()
    await expect(page.getByText('No more users')).toBeVisible()
    await expect(links).toHaveCount(60)
    const addresses = await links.evaluateAll((elements) => elements.map((element) => element.getAttribute('href')))
    expect(new Set(addresses).size).toBe(60)
    const row = links.nth(40)
    await row.click()
    await expect(page.getByRole('link', { name: 'All users' })).toHaveAttribute(
      'href',
      `/dashboard/users?search=${word}&sort=name`,
    )
    await page.goBack()
    await expect(row).toBeInViewport()
  },
)
