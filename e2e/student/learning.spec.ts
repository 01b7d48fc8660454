import type { Page } from '@playwright/test'
import { expectAccessible, hasHorizontalScroll } from '../fixtures/accessibility.ts'
import { callApi, type NewLesson } from '../fixtures/factories.ts'
import { PDF, VIDEO } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { uploadFile } from '../fixtures/upload-file.ts'

const ARTICLE = `<p>A join puts two tables side by side.</p>
<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block" data-language="sql">select name from customers</div><div class="ql-code-block" data-language="sql">join orders on orders.customer_id = customers.id where orders.total &gt; 100 -- a long line</div></div>`

const CAPTIONS = Buffer.from(
  'WEBVTT\n\n00:00.000 --> 00:12.000\n<v Kofi>A branch is a <i>name</i>.\n\n00:12.000 --> 00:24.000\nIt lives on your own computer.\n',
)

const getTime = (page: Page) => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)

test(
  'student reads an article, opens a PDF, watches with the transcript and takes a note, and locked lessons open',
  { tag: '@phone' },
  async ({ adminRequest, createCourse, openStudentPage, isMobile }) => {
    test.setTimeout(120_000)
    const lessons: NewLesson[] = [
      { title: 'Joins, drawn', kind: 'article', content: ARTICLE, section: 0 },
      {
        ...{ title: 'Cheat sheet', kind: 'file', file_name: 'joins.pdf', section: 0 },
        url: await uploadFile(adminRequest, PDF, { isDocument: true }),
      },
      {
        ...{ title: 'A branch', duration: 24, section: 1 },
        url: await uploadFile(adminRequest, VIDEO),
        captions: await uploadFile(adminRequest, CAPTIONS),
      },
    ]
    const sections = [{ title: 'Read' }, { title: 'Watch' }]
    const course = await createCourse({ lessons, sections, lesson_order: 'in_order' })
    const { page } = await openStudentPage('Efua')
    await callApi(page.request, 'PUT', 'enrollCourse', { course_id: course.id })

    await page.goto(course.path)
    await expect(page.getByRole('heading', { name: 'Joins, drawn' })).toBeVisible()
    await expect(page.locator('.hljs-keyword').first()).toHaveText('select')
    const list = page.getByRole('region', { name: 'Lessons' })
    if (isMobile) await list.getByRole('button', { name: /^Lessons/ }).click()
    await expect(list.getByText('Finish “Joins, drawn” first')).toHaveCount(2)
    await expect(list.getByRole('link', { name: /Cheat sheet/ })).toHaveCount(0)
    await expectAccessible(page, 'a course with an article')

    await page.getByRole('button', { name: 'Mark as completed' }).click()
    await expect(list.getByRole('link', { name: /Cheat sheet/ })).toBeVisible()
    await page.getByRole('link', { name: 'Next: Cheat sheet' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download joins.pdf' }).click()
    expect((await downloading).suggestedFilename()).toBe('joins.pdf')
    const canShow = await page.evaluate(() => navigator.pdfViewerEnabled)
    await expect(page.locator('iframe[title="Cheat sheet"]')).toHaveCount(canShow ? 1 : 0)
    await page.getByRole('button', { name: 'Mark as completed' }).click()
    await page.getByRole('link', { name: 'Next: A branch' }).click()

    await page.getByRole('tab', { name: 'Transcript' }).click()
    await page.getByRole('button', { name: /It lives on your own computer/ }).click()
    expect(await getTime(page)).toBeGreaterThanOrEqual(12)
    await expectAccessible(page, 'the transcript')
    await page.locator('video').evaluate((element: HTMLVideoElement) => element.pause())
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('n')
    const field = page.getByRole('textbox', { name: /^Note at 0:1\d$/ })
    await expect(field).toBeFocused()
    await page.keyboard.type('Only mine')
    await page.keyboard.press('Control+Enter')
    const jump = page.getByRole('button', { name: /^Go to 0:1\d$/ })
    await expect(jump).toBeVisible()
    await expect(page.getByText('Saving…')).toHaveCount(0)
    await expectAccessible(page, 'the notes')
    await page.reload()
    await page.getByRole('tab', { name: 'Notes' }).click()
    await expect(page.getByText('Only mine')).toBeVisible()
    const exporting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    expect((await exporting).suggestedFilename()).toMatch(/-notes\.md$/)

    await page.getByRole('tab', { name: 'Lessons' }).click()
    if (isMobile) await list.getByRole('button', { name: /^Lessons/ }).click()
    await list.getByRole('checkbox', { name: /A branch/ }).check()
    await expect(page.getByText('Course finished', { exact: true })).toBeVisible()
    await expectAccessible(page, 'a course that was just finished')
  },
)

test('visitor reads and watches previews without an account', async ({ page, adminRequest, createCourse }) => {
  const course = await createCourse({
    lessons: [
      { title: 'A branch', duration: 24, preview: true, url: await uploadFile(adminRequest, VIDEO) },
      { title: 'Joins, drawn', kind: 'article', content: ARTICLE, preview: true },
      { title: 'Closed' },
    ],
  })
  await page.goto(`/courses/${course.id}`)
  await page.getByRole('link', { name: 'Preview: A branch' }).click()
  const video = page.locator('video')
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await expect.poll(() => getTime(page)).toBeGreaterThan(0.5)
  await page.getByRole('link', { name: 'Preview: Joins, drawn' }).click()
  await expect(page.getByText('A join puts two tables side by side.')).toBeVisible()
  await expectAccessible(page, 'a preview for visitors')
  await page.goBack()
  await expect(video).toHaveCount(1)
})

test('long words in the titles of lessons do not make a phone scroll sideways', async ({
  adminRequest,
  createCourse,
  openStudentPage,
}) => {
  const word = 'x'.repeat(100)
  const options = [
    { id: 'oil', text: 'Oil' },
    { id: 'sand', text: 'Sand' },
  ]
  const question = { id: 'q1', kind: 'single', text: 'Which burns?', options, correct: 'oil' }
  const url = await uploadFile(adminRequest, VIDEO)
  const video: NewLesson = { title: `Video ${word}`, subtitle: word, duration: 24, url }
  const courses = [
    await createCourse({
      lessons: [
        video,
        { title: `Task ${word}`, kind: 'assignment', url: '', content: '<p>Draw a lamp.</p>' },
        { title: `Quiz ${word}`, kind: 'quiz', url: '', quiz: { questions: [question], pass_mark: 70 } },
      ],
    }),
    await createCourse({ lessons: [video, { ...video, title: `Locked ${word}` }], lesson_order: 'in_order' }),
  ]
  const { page } = await openStudentPage('Abena')
  await page.setViewportSize({ width: 360, height: 780 })
  for (const { id, path } of courses) {
    await callApi(page.request, 'PUT', 'enrollCourse', { course_id: id })
    const { msg } = await callApi<{ msg: { materials: { material_id: number; title: string }[] } }>(
      page.request,
      'POST',
      'getCourseData',
      { course_id: id },
    )
    for (const { material_id, title } of msg.materials) {
      await page.goto(`${path}?lesson=${material_id}`)
      const [kind = ''] = title.split(' ')
      const lesson = page.getByRole('region', { name: title })
      await expect(kind === 'Locked' ? page.getByRole('link', { name: /^Go to/ }) : lesson).toBeVisible()
      expect(await hasHorizontalScroll(page), kind).toBe(false)
    }
  }
})
