import { expect, test } from './fixtures.ts'

test('a visitor becomes a student and finishes a course', async ({ page, consoleErrors, isMobile }) => {
  test.setTimeout(120_000)
  expect(consoleErrors).toEqual([])
  const email = `nia-${Date.now()}-${isMobile ? 'phone' : 'desktop'}@mail.example`

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/learning/i)
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).first().click()

  await expect(page).toHaveURL('/signup')
  await page.getByLabel('First name').fill('Nia')
  await page.getByLabel('Last name').fill('Osei')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a lamp by the window')
  await page.getByLabel('Date of birth').fill('1998-02-03')
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()

  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a lamp by the window')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/')

  await page.goto('/student/allcourses')
  await page.getByRole('searchbox').fill('Git, understood')
  await expect(page).toHaveURL(/search=Git/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: /Join Now/ }).click()
  await expect(page).toHaveURL(/\/student\/CoursePage\/\d+-/)
  await expect(page.getByText('30 Days Money Guarantee')).toBeVisible()
  await expect(page.getByText('Secure Payment Gateway')).toBeVisible()
  await page.getByRole('button', { name: /^Enroll Today – / }).click()
  await expect(page.getByText('0%').first()).toBeVisible()

  // The lesson plays: its time moves.
  const video = page.locator('video')
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(1)

  if (isMobile)
    await page
      .getByRole('button', { name: /lessons/i })
      .first()
      .click()
  const ticks = page.getByRole('checkbox', { name: /completed/i })
  const lessons = await ticks.count()
  expect(lessons).toBeGreaterThanOrEqual(3)
  for (let index = 0; index < lessons; index++) {
    await ticks.nth(index).click()
    await expect(ticks.nth(index)).toBeChecked()
  }
  await expect(page.getByText('100%').first()).toBeVisible()

  // Shown at once; leaving the site in the same moment would leave the last tick unsent.
  const progress = async () =>
    (await (await page.request.post('/api/getEnrolledCourses', { data: { page: 1 } })).json()).msg[0][0].progress
  await expect.poll(progress).toBe(100)

  await page.goto('/student/mycourses')
  await expect(page.getByText('Completed', { exact: true }).last()).toBeVisible()

  await page.goto('/student/profile')
  await expect(page.getByRole('main').getByText(email)).toBeVisible()

  await page.goto('/student/logout')
  await expect(page).toHaveURL('/')
  await page.goto('/student/profile')
  await expect(page).toHaveURL('/login')
})
