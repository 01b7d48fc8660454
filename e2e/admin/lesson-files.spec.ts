import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { callApi, type NewLesson } from '../fixtures/factories.ts'
import { CAPTIONS, VIDEO } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { uploadFile } from '../fixtures/upload-file.ts'

const player = (page: Page) => page.getByRole('region', { name: /^Player/ })
const captionsButton = (page: Page) => page.getByRole('button', { name: 'Captions' })
const captionsText = (page: Page) => player(page).locator('[data-captions]')

/** Two lessons with the same uploaded video, the first with captions. */
async function uploadLessons(request: APIRequestContext): Promise<(NewLesson & { url: string })[]> {
  const url = await uploadFile(request, VIDEO)
  const captions = await uploadFile(request, CAPTIONS)
  return [
    { title: 'With captions', url, captions, duration: 24 },
    { title: 'Without captions', url, duration: 24 },
  ]
}

async function play(page: Page): Promise<void> {
  const video = page.locator('video')
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.5)
}

test('uploaded video plays with captions, which are switched by button or key and remembered', async ({
  adminRequest,
  createCourse,
  openStudentPage,
}) => {
  const course = await createCourse({ price: 0, lessons: await uploadLessons(adminRequest) })
  const { page } = await openStudentPage('Ama')
  await callApi(page.request, 'PUT', 'enrollCourse', { course_id: course.id })
  await page.goto(course.path)
  await play(page)
  await expect(captionsText(page)).toHaveCount(0)

  // The controls hide while the lesson plays.
  await player(page).hover()
  await captionsButton(page).click()
  await expect(captionsButton(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(captionsText(page)).toHaveText('A commit keeps all of it.')
  const captionsBox = await captionsText(page).boundingBox()
  const controls = await page.getByRole('slider', { name: 'Seek' }).boundingBox()
  expect((captionsBox?.y ?? 0) + (captionsBox?.height ?? 0), 'above the controls').toBeLessThanOrEqual(controls?.y ?? 0)

  await page.keyboard.press('c')
  await expect(captionsText(page)).toHaveCount(0)
  await expect(captionsButton(page)).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('c')
  await expect(captionsText(page)).toBeVisible()

  await page.reload()
  await play(page)
  await expect(captionsText(page)).toHaveText('A commit keeps all of it.')
  await page.locator('video').evaluate((element: HTMLVideoElement) => element.pause())
  await expectAccessible(page, 'the player with captions')

  const { msg } = await callApi<{ msg: { materials: { material_id: number }[] } }>(
    page.request,
    'POST',
    'getCourseData',
    { course_id: course.id },
  )
  await page.goto(`${course.path}?lesson=${msg.materials[1]?.material_id}`)
  await play(page)
  await expect(captionsButton(page)).toHaveCount(0)
})

test('files of a draft are for admins only', async ({
  page,
  adminRequest,
  createCourse,
  openStudentPage,
  expectConsole,
}) => {
  expectConsole(/404/, 'the page of the draft is answered with 404')
  const lessons = await uploadLessons(adminRequest)
  const [{ url, captions = '' } = { url: '' }] = lessons
  const course = await createCourse({ public: false, lessons })
  const getStatuses = async (request: APIRequestContext) => [
    (await request.get(url)).status(),
    (await request.get(captions)).status(),
  ]
  expect(await getStatuses(page.request)).toEqual([401, 401])
  const published = await createCourse({ title: `${course.title} for all` })
  const toLink = ({ id }: { id: number }) => new RegExp(`/(courses|student/CoursePage)/${id}-`)
  for (const path of [`/student/allcourses?search=${encodeURIComponent(course.title)}`, '/sitemap.xml']) {
    const text = await (await page.request.get(path)).text()
    expect(text).toMatch(toLink(published))
    expect(text).not.toMatch(toLink(course))
  }

  const { page: studentPage } = await openStudentPage('Esi')
  expect(await getStatuses(studentPage.request)).toEqual([403, 403])
  const enrollment = await studentPage.request.put('/api/enrollCourse', { data: { course_id: course.id } })
  expect(enrollment.status()).toBe(404)
  await studentPage.goto(course.path)
  await expect(studentPage.getByText('No Course Found')).toBeVisible()

  expect(await getStatuses(adminRequest)).toEqual([200, 200])
  const part = await adminRequest.get(url, { headers: { range: 'bytes=0-3' } })
  expect(part.status()).toBe(206)
  expect(part.headers()['content-range']).toBe(`bytes 0-3/${VIDEO.length}`)
})
