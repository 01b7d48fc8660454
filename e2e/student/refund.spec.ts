import { expectAccessible, expectAccessibleInBothWindows } from '../fixtures/accessibility.ts'
import { buyCourse, callApi } from '../fixtures/factories.ts'
import { VIDEO } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { uploadFile } from '../fixtures/upload-file.ts'

test('student takes a refund and buys the course again', async ({ createCourse, openStudentPage }) => {
  const { id, path } = await createCourse({ price: 80, lessons: [] })
  const { page } = await openStudentPage('Nia')
  const orderId = await buyCourse(page.request, id)
  await callApi(page.request, 'POST', 'addReview', { course_id: id, review_text: 'Not for me.', stars: 2 })
  await page.goto(`/student/purchases/${orderId}`)
  await expect(page.getByText('30 days left')).toBeVisible()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Refund $80.00?' })).toBeVisible()
  await page.getByRole('radio', { name: /Remove my review/ }).check()
  await expectAccessibleInBothWindows(page, 'the refund dialog')
  await page.getByRole('button', { name: 'Refund $80.00' }).click()
  await expect(page.getByRole('heading', { name: 'Refunded' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Status' })).toBeFocused()
  await expect(page.getByRole('link', { name: /^Credit note/ })).toBeVisible()
  await expectAccessibleInBothWindows(page, 'a refunded order')

  await page.goto(path)
  await expect(page.getByText('Not for me.')).toBeHidden()
  await page.getByRole('button', { name: /^Enroll Today – / }).click()
  await page.getByRole('button', { name: 'Pay $80.00' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('link', { name: 'Start learning' }).click()
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible()
})

test(
  'player stops within ten seconds of a refund in another tab, and its file is closed',
  { tag: '@slow' },
  async ({ adminRequest, createCourse, openStudentPage, allowConsole }) => {
    allowConsole(
      /403|Saving the lesson position failed/,
      'the player may save its position or ask for more of the video',
    )
    const url = await uploadFile(adminRequest, VIDEO)
    const { id, path } = await createCourse({ price: 80, lessons: [{ title: 'Filmed', url, duration: 24 }] })
    const { page } = await openStudentPage('Nia')
    const order_id = await buyCourse(page.request, id)
    await page.goto(path)
    const video = page.locator('video')
    await video.evaluate((element: HTMLVideoElement) => {
      element.muted = true
      return element.play()
    })
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.5)

    await callApi(page.request, 'POST', 'refundOrder', { order_id })
    await expect(page.getByText(/Your access to this course has ended/)).toBeVisible({ timeout: 10_000 })
    await expect(video).toHaveCount(0)
    expect((await page.request.get(url)).status()).toBe(403)
    await expectAccessible(page, 'a course whose access has ended')
    await page.getByRole('alert').getByRole('link', { name: 'My purchases' }).click()
    await expect(page.getByText('Refunded')).toBeVisible()
  },
)
