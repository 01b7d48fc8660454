import type { Page } from '@playwright/test'
import { callApi } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'

const DEAD_URL = 'https://video.example/gone.mp4'

interface BrokenLesson {
  title: string
  problem: string
}

async function openLesson(page: Page, course: { id: number; path: string }, title: string): Promise<void> {
  await callApi(page.request, 'PUT', 'enrollCourse', { course_id: course.id })
  const { msg } = await callApi<{ msg: { materials: { material_id: number; title: string }[] } }>(
    page.request,
    'POST',
    'getCourseData',
    { course_id: course.id },
  )
  const lesson = msg.materials.find((material) => material.title === title)
  await page.goto(`${course.path}?lesson=${lesson?.material_id}`)
}

test('lesson that does not play says so, can be retried and is listed for admins once', async ({
  createCourse,
  openStudentPage,
  adminRequest,
  expectConsole,
  allowConsole,
}) => {
  expectConsole(/ERR_FAILED/, 'the video does not load')
  allowConsole(/Content Security Policy/, 'plain http is refused')
  const lessons = [
    { title: 'Dead link', url: DEAD_URL },
    { title: 'Dead stream', url: 'https://video.example/gone.m3u8' },
    { title: 'Plain http', url: 'http://video.example/plain.mp4' },
  ]
  const course = await createCourse({ lessons })
  const { page } = await openStudentPage('Ama')
  let reports = 0
  page.on('request', (request) => (reports += request.url().endsWith('/api/reportLessonProblem') ? 1 : 0))
  await page.route('https://video.example/**', (route) => route.abort())
  for (const { title } of lessons) {
    await openLesson(page, course, title)
    await expect(page.getByRole('alert')).toContainText("We couldn't play this lesson.")
    await expect(page.getByRole('alert')).toContainText('The admin has been told.')
  }
  expect(reports).toBe(3)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toContainText("We couldn't play this lesson.")
  expect(reports).toBe(3)
  const [listed] = await callApi<[{ broken_lessons: BrokenLesson[] }]>(adminRequest, 'POST', 'getCoursesAdmin', {
    page: 1,
    search_text: course.title,
    select_data: '',
  })
  expect(listed.broken_lessons.map(({ title, problem }) => [title, problem])).toEqual([
    ['Dead link', 'reported'],
    ['Dead stream', 'reported'],
    ['Plain http', 'not_secure'],
  ])
})

test(
  'framed lesson that never answers says so',
  { tag: '@slow' },
  async ({ createCourse, openStudentPage, allowConsole }) => {
    allowConsole(/Failed to execute 'postMessage'/, 'the frame is still empty when it is first addressed')
    const course = await createCourse({
      lessons: [{ title: 'Silent', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }],
    })
    const { page } = await openStudentPage('Ama')
    await page.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>Blocked here</p>' }),
    )
    await openLesson(page, course, 'Silent')
    await expect(page.getByRole('alert')).toContainText("We couldn't play this lesson.", { timeout: 30_000 })
  },
)

test('play button covers no title, and author and reviews are as wide as the player', async ({ studentPage: page }) => {
  const [[course]] = await callApi<[[{ course_id: number }]]>(page.request, 'POST', 'getEnrolledCourses', { page: 1 })
  await page.goto(`/student/CoursePage/${course.course_id}-course`)
  const player = page.getByRole('region', { name: /^Player/ })
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible()
  // The drawn cover hides the video's first frame, which bears a title, and bears none.
  const cover = player.locator('svg[viewBox="0 0 640 344"]')
  await expect(cover).toBeVisible()
  await expect(cover).toHaveText('')
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 780 },
  ]) {
    await page.setViewportSize(viewport)
    const box = await player.boundingBox()
    expect(await cover.boundingBox()).toEqual(box)
    const width = box?.width ?? 0
    for (const name of ['Author', 'Reviews']) {
      const region = await page.getByRole('region', { name, exact: true }).boundingBox()
      expect(Math.abs((region?.width ?? 0) - width)).toBeLessThanOrEqual(2)
    }
  }
})
