import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { getAxeViolations } from './axe.ts'
import { ADMIN, signIn, signInAsNewStudent } from './users.ts'
import { expect, test } from './fixtures.ts'

const FILM = readFileSync(new URL('../assets/demo/a-commit-is-a-photograph.webm', import.meta.url))
const CAPTIONS = Buffer.from('WEBVTT\n\n00:00.000 --> 00:59.000\n<v Kofi>A commit keeps <i>all</i> of it.\n')
const TUS = { 'tus-resumable': '1.0.0' }

/** Sends a file as the course form does, in two parts; gives its address. */
async function upload(request: APIRequestContext, bytes: Buffer): Promise<string> {
  const begun = await request.post('/api/lessonFiles', { headers: { ...TUS, 'upload-length': String(bytes.length) } })
  expect(begun.status()).toBe(201)
  const half = Math.floor(bytes.length / 2)
  let url = ''
  for (const [from, to] of [
    [0, half],
    [half, bytes.length],
  ] as const) {
    const part = await request.patch(begun.headers().location ?? '', {
      headers: { ...TUS, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
      data: bytes.subarray(from, to),
    })
    expect(part.status()).toBe(204)
    url = part.headers()['lesson-file'] ?? ''
  }
  return url
}

interface Course {
  id: number
  title: string
  path: string
  url: string
  captions: string
}

/** A course of two lessons with an uploaded film, the first with captions; its admin signs out again. */
async function addCourse(page: Page, changes: object = {}): Promise<Course> {
  await signIn(page, ADMIN)
  const [url, captions] = [await upload(page.request, FILM), await upload(page.request, CAPTIONS)]
  const materials = [
    { title: 'With captions', subtitle: 'A commit', url, captions, duration: 24 },
    { title: 'Without', subtitle: 'The same', url, duration: 24 },
  ]
  const title = `Films of our own ${crypto.randomUUID()}`
  const data = {
    title,
    description: '',
    price: 0,
    discount: 0,
    category: 'Cybersecurity Basics',
    tabs: '',
    materials,
    ...changes,
  }
  const { msg } = await (await page.request.post('/api/addCourse', { data })).json()
  await page.request.get('/api/logout')
  return { id: msg.id, title, path: `/student/CoursePage/${msg.id}-films`, url, captions }
}

const player = (page: Page) => page.getByRole('region', { name: /^Player/ })
const captionsButton = (page: Page) => page.getByRole('button', { name: 'Captions' })
const lines = (page: Page) => player(page).locator('[data-captions]')

async function play(page: Page): Promise<void> {
  const video = page.locator('video')
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.5)
}

test('an uploaded film plays with its captions, which are switched by button or key and remembered', async ({
  page,
  consoleErrors,
  isMobile,
}) => {
  const course = await addCourse(page)
  await signInAsNewStudent(page, 'Ama')
  await page.request.put('/api/enrollCourse', { data: { course_id: course.id } })
  await page.goto(course.path)
  await play(page)
  await expect(lines(page)).toHaveCount(0)
  if (isMobile) await player(page).focus()

  await captionsButton(page).click()
  await expect(captionsButton(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(lines(page)).toHaveText('A commit keeps all of it.')
  // Beside the controls, not beneath them.
  const [said, seek] = [await lines(page).boundingBox(), await page.getByRole('slider', { name: 'Seek' }).boundingBox()]
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(seek?.y ?? 0)

  await page.keyboard.press('c')
  await expect(lines(page)).toHaveCount(0)
  await expect(captionsButton(page)).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('c')
  await expect(lines(page)).toBeVisible()

  await page.reload()
  await play(page)
  await expect(lines(page)).toHaveText('A commit keeps all of it.')

  const { msg } = await (await page.request.post('/api/getCourseData', { data: { course_id: course.id } })).json()
  await page.goto(`${course.path}?lesson=${msg.msg.materials[1].material_id}`)
  await play(page)
  await expect(captionsButton(page)).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})

for (const theme of ['dark', 'light'] as const) {
  test(`the player with captions has no accessibility violations in the ${theme} theme`, async ({
    page,
    consoleErrors,
  }) => {
    await page.addInitScript((chosen) => {
      localStorage.setItem('theme', chosen)
      localStorage.setItem('captions', 'on')
    }, theme)
    const course = await addCourse(page)
    await signInAsNewStudent(page, 'Efua')
    await page.request.put('/api/enrollCourse', { data: { course_id: course.id } })
    await page.goto(course.path)
    await play(page)
    await page.locator('video').evaluate((element: HTMLVideoElement) => element.pause())
    await expect(lines(page)).toBeVisible()
    const violations = await getAxeViolations(page)
    expect(violations).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'fits the width').toBe(
      true,
    )
    expect(consoleErrors).toEqual([])
  })
}

test('its files are for those who may watch, and a draft’s for nobody else', async ({ page, consoleErrors }) => {
  const course = await addCourse(page, { public: false })
  const statuses = async () => [
    (await page.request.get(course.url)).status(),
    (await page.request.get(course.captions)).status(),
  ]
  expect(await statuses()).toEqual([401, 401])
  for (const address of ['/student/allcourses?search=Films', '/sitemap.xml'])
    expect(await (await page.request.get(address)).text()).not.toContain(course.title)
  await signInAsNewStudent(page, 'Esi')
  expect(await statuses()).toEqual([403, 403])
  expect((await page.request.put('/api/enrollCourse', { data: { course_id: course.id } })).status()).toBe(404)
  await page.goto(course.path)
  await expect(page.getByText('No Course Found')).toBeVisible()
  // The browser itself complains of the page's 404.
  consoleErrors.length = 0
  // An open page would ask on, as nobody.
  await page.goto('about:blank')
  await page.request.get('/api/logout')
  await signIn(page, ADMIN)
  expect(await statuses()).toEqual([200, 200])
  const part = await page.request.get(course.url, { headers: { range: 'bytes=0-3' } })
  expect([part.status(), part.headers()['content-range']]).toEqual([206, `bytes 0-3/${FILM.length}`])
})
