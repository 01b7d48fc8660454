import type { Locator } from '@playwright/test'
import { callApi, getFreeCourseId } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ forcedColors: 'active' })

const getBackground = (element: Locator) => element.evaluate((node) => getComputedStyle(node).backgroundColor)

test('ticks, progress and switches are visible in forced colors', { tag: '@slow' }, async ({ openStudentPage }) => {
  const { page } = await openStudentPage('Nia')
  const course_id = await getFreeCourseId(page.request)
  await callApi(page.request, 'PUT', 'enrollCourse', { course_id })
  await page.goto(`/student/CoursePage/${course_id}-course`)
  const background = await getBackground(page.locator('body'))
  const tick = page.getByRole('checkbox').first()
  const circle = page.locator('input[type=checkbox] + span').first()
  expect(await getBackground(circle)).not.toBe(await getBackground(page.getByRole('progressbar').locator('div')))
  await tick.check()
  const highlight = await getBackground(page.getByRole('progressbar').locator('div'))
  expect(highlight).not.toBe(background)
  await expect.poll(() => getBackground(circle)).toBe(highlight)
  expect(await getBackground(page.getByRole('link', { name: 'Continue' }))).toBe(highlight)
  // The dot on a tab with a problem, and those of a timeline.
  const getDotColor = (name: string) =>
    page.evaluate((className) => {
      const element = document.createElement('span')
      element.className = className
      document.body.append(element)
      return getComputedStyle(element).backgroundColor
    }, name)
  const without = await getDotColor('')
  for (const name of ['bg-danger', 'bg-accent-text'])
    expect([background, without]).not.toContain(await getDotColor(name))

  await page.goto('/student/profile')
  const thumb = page.locator('input[role=switch] + span')
  expect(await getBackground(thumb)).not.toBe(await getBackground(page.getByRole('switch')))
  await page.getByRole('switch').click()
  await expect.poll(() => getBackground(thumb)).not.toBe(background)
  expect(await getBackground(thumb)).not.toBe(await getBackground(page.getByRole('switch')))
})
