import { ADMIN, MARA, signIn, signInAsNewStudent } from './users.ts'
import { expect, test } from './fixtures.ts'

test('the counters follow a sign-up while one looks, and the chart is drawn', async ({
  page,
  browser,
  consoleErrors,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard/analytics')
  const users = page.locator('dt', { hasText: /^Users$/ }).locator('xpath=following-sibling::dd')
  await expect(users).toHaveText(/\d/)
  const before = Number((await users.innerText()).replaceAll(',', ''))
  const visitor = await (await browser.newContext()).newPage()
  await signInAsNewStudent(visitor, 'Counted')
  // Other tests make users, too.
  await expect.poll(async () => Number((await users.innerText()).replaceAll(',', ''))).toBeGreaterThan(before)
  await visitor.context().close()
  const seconds = page.locator('dt', { hasText: 'Uptime' }).locator('xpath=following-sibling::dd')
  const upTime = await seconds.innerText()
  await expect(seconds).not.toHaveText(upTime)
  const canvas = page.locator('canvas')
  await expect(canvas).toBeVisible()
  // Something is drawn on it, in either theme.
  for (const theme of ['light', 'dark']) {
    await page.getByRole('button', { name: `Switch to the ${theme} theme` }).click()
    await expect
      .poll(() =>
        canvas.evaluate(
          (one: HTMLCanvasElement) =>
            new Set(one.getContext('2d')?.getImageData(0, 0, one.width, one.height).data).size,
        ),
      )
      .toBeGreaterThan(5)
  }
  expect(consoleErrors).toEqual([])
})

test('the range is the address; back leads to the one before; the days are saved as a file', async ({
  page,
  consoleErrors,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard/analytics')
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL('/dashboard/analytics?days=7')
  await page.getByText('View as table').click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(8)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^analytics-\d{4}-\d\d-\d\d\.csv$/)
  await page.goBack()
  await expect(page.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'true')
  expect(consoleErrors).toEqual([])
})

test('by keyboard one goes from day to day of the chart, and the numbers above follow; so they do under a mouse', async ({
  page,
  isMobile,
  consoleErrors,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard/analytics')
  const slider = page.getByRole('slider', { name: 'Selected day' })
  const range = page.getByRole('region', { name: 'Daily activity', exact: true }).getByText('30 days', { exact: true })
  await expect(page.locator('canvas')).toBeVisible()
  await slider.focus()
  await slider.press('Home')
  await expect(slider).toHaveAttribute('aria-valuenow', '1')
  await expect(range).toBeHidden()
  await slider.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuenow', '2')
  const words = (await slider.getAttribute('aria-valuetext')) ?? ''
  await expect(page.getByText(words.split(':')[0] ?? '', { exact: true }).first()).toBeVisible()
  await slider.press('Escape')
  await expect(range).toBeVisible()
  if (!isMobile) {
    await slider.hover({ position: { x: 300, y: 100 } })
    await expect(range).toBeHidden()
    await page.getByRole('heading', { name: 'Analytics' }).hover()
    await expect(range).toBeVisible()
  }
  expect(consoleErrors).toEqual([])
})

test('a top course leads to how far its students come, and to its page', async ({ page, consoleErrors }) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard/analytics?days=365')
  const top = page.getByRole('region', { name: 'Top courses' }).getByRole('listitem').first()
  const title = await top.getByRole('link').first().innerText()
  await top.getByRole('link', { name: /^Show completion of/ }).click()
  await expect(page).toHaveURL(/course=\d+/)
  const funnel = page.getByRole('region', { name: 'Completion' })
  await expect(funnel.getByRole('combobox', { name: 'Course' }).locator('option:checked')).toHaveText(title)
  await expect(funnel.getByRole('listitem')).toHaveText([
    /^Enrolled.*100%$/s,
    /^Finished a lesson/,
    /^Reached 50%/,
    /^Finished the course/,
  ])
  await top.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('a review is found by its course and removed; the student may write another', async ({
  page,
  browser,
  consoleErrors,
}) => {
  await signIn(page, ADMIN)
  const { msg: courses } = await (await page.request.post('/api/getCourses', { data: { page: 1 } })).json()
  const course = courses.at(-1)
  const student = await (await browser.newContext()).newPage()
  const { name } = await signInAsNewStudent(student, 'Reviewer')
  await student.request.put('/api/enrollCourse', { data: { course_id: course.course_id } })
  await student.request.post('/api/addReview', {
    data: { course_id: course.course_id, review_text: 'Not kind at all.', stars: 1 },
  })
  await page.goto('/dashboard/reviews')
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Select course').last()).toBeVisible()
  await page.getByRole('combobox', { name: 'Course' }).selectOption(course.title)
  await expect(page).toHaveURL(`/dashboard/reviews?course=${course.course_id}`)
  const review = page.getByRole('listitem').filter({ hasText: 'Not kind at all.' })
  await review.getByRole('button', { name: `Remove ${name.split(' ')[0]}’s review` }).click()
  await expect(page.getByRole('dialog', { name: 'WARNING!' })).toContainText('permanently deleted')
  await page.getByRole('button', { name: 'YES !' }).click()
  await expect(review).toHaveCount(0)
  await expect(page.getByText('The review is removed')).toBeVisible()
  await student.goto(`/student/CoursePage/${course.course_id}-x`)
  await expect(student.getByRole('textbox', { name: /review/i })).toBeVisible()
  await expect(student.getByText('Not kind at all.')).toHaveCount(0)
  await student.context().close()
  expect(consoleErrors).toEqual([])
})

test('the system log is searched, narrowed to a kind and a person, and shows what was done just now', async ({
  page,
  browser,
  consoleErrors,
}) => {
  await signIn(page, ADMIN)
  const student = await (await browser.newContext()).newPage()
  await signInAsNewStudent(student, 'Logged')
  const { msg } = await (await student.request.get('/api/session')).json()
  const { email } = msg.userData[0]
  await student.context().close()
  await page.goto('/dashboard/systemlog')
  await page.waitForLoadState('networkidle')
  const rows = page.getByRole('table', { name: 'System log' }).getByRole('row')
  await page.getByRole('searchbox', { name: 'Search the log' }).fill(email)
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('Logged in')
  await expect(rows.nth(2)).toContainText('Signed up')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('account')
  await expect(rows).toHaveCount(2)
  await page.getByRole('link', { name: email }).first().click()
  await expect(page).toHaveURL(new RegExp(`person=${msg.userData[0].student_id}`))
  await expect(page.getByRole('link', { name: 'Logged Osei' })).toBeVisible()
  await page.getByRole('link', { name: 'Clear user filter' }).click()
  await expect(page).not.toHaveURL(/person=/)
  await page.goto('/dashboard/systemlog?search=nothing+has+these+words')
  await expect(page.getByText('No logs found')).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('a student sees none of it', async ({ page }) => {
  await signIn(page, MARA)
  for (const panel of ['analytics', 'reviews', 'systemlog', 'blogs', 'maintenance']) {
    await page.goto(`/dashboard/${panel}`)
    await expect(page).toHaveURL('/')
  }
})
