import { callApi } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'

test('visitor signs up, enrolls and completes a course', { tag: '@phone' }, async ({ page, isMobile }) => {
  test.setTimeout(120_000)
  const email = `nia-${crypto.randomUUID()}@mail.example`
  const password = 'a lamp by the window'

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/learning/i)
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).first().click()

  await expect(page).toHaveURL('/signup')
  await page.getByLabel('First name').fill('Nia')
  await page.getByLabel('Last name').fill('Osei')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Date of birth').fill('1998-02-03')
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()

  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/')

  await page.goto('/student/allcourses')
  await page.getByRole('searchbox').fill('How a computer')
  await expect(page).toHaveURL(/search=How/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: /Join Now/ }).click()
  await expect(page).toHaveURL(/\/student\/CoursePage\/\d+-/)
  await expect(page.getByText('30 Days Money Guarantee')).toBeVisible()
  await expect(page.getByText('Secure Payment Gateway')).toBeVisible()
  await page.getByRole('button', { name: /^Enroll Today – / }).click()
  await expect(page.getByText('0%').first()).toBeVisible()

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
  // Named by what they do, whatever their state.
  const ticks = page.getByRole('checkbox', { name: /^Mark “.+” as completed$/ })
  await expect(ticks.nth(2)).toBeVisible()
  const target = await ticks.first().boundingBox()
  expect([target?.width, target?.height]).toEqual([44, 44])
  for (const tick of await ticks.all()) {
    await tick.click()
    await expect(tick).toBeChecked()
  }
  await expect(page.getByText('100%').first()).toBeVisible()
  // Ticks show before the server has stored them, and leaving the page would cancel the last one.
  const getProgress = async () => {
    const [[course]] = await callApi<[[{ progress: number }]]>(page.request, 'POST', 'getEnrolledCourses', { page: 1 })
    return course.progress
  }
  await expect.poll(getProgress).toBe(100)

  await page.goto('/student/mycourses')
  await expect(page.getByText('Completed', { exact: true }).last()).toBeVisible()
  await page.goto('/student/profile')
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await page.goto('/student/logout')
  await expect(page).toHaveURL('/')
  await page.goto('/student/profile')
  await expect(page).toHaveURL(/\/login(\?next=|$)/)
})
