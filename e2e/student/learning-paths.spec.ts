import { readPdf } from '../../src/server/testing/files/read-pdf.ts'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { callApi, type TestCourse, uniqueWord } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'
import type { APIRequestContext } from '@playwright/test'

interface PathForm {
  title: string
  goal: string
  ordered?: boolean
  price?: number
  level?: string
}

async function addPath(request: APIRequestContext, courses: readonly TestCourse[], form: PathForm): Promise<number> {
  const course_ids = courses.map(({ id }) => id)
  return (await callApi<{ id: number }>(request, 'POST', 'addPath', { public: true, ...form, course_ids })).id
}

async function finishCourse(request: APIRequestContext, course_id: number): Promise<void> {
  await callApi(request, 'PUT', 'enrollCourse', { course_id })
  const { msg } = await callApi<{ msg: { materials: { material_id: number }[] } }>(request, 'POST', 'getCourseData', {
    course_id,
  })
  for (const { material_id } of msg.materials)
    await callApi(request, 'PUT', 'completeCourse', { id: material_id, course_id, value: true })
}

test('student starts a path, finishes its courses in order and gets its certificate', async ({
  openStudentPage,
  createCourse,
  adminRequest,
}) => {
  const courses = [await createCourse(), await createCourse()]
  const title = uniqueWord('Path ')
  const path_id = await addPath(adminRequest, courses, { title, goal: 'Keep the lamps lit', ordered: true })
  const { page } = await openStudentPage('Ines')
  await page.goto(`/paths/${path_id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('button', { name: 'Start path' }).click()
  await expect(page.getByRole('heading', { name: 'Your progress' })).toBeVisible()
  await expect(page.getByText(`Opens after you finish “${courses[0]?.title}”`)).toBeVisible()
  await expectAccessible(page, 'a path that was started')

  const [first, last] = courses
  if (!first || !last) throw new Error('The courses are missing')
  await finishCourse(page.request, first.id)
  await page.reload()
  await expect(page.getByText('50% complete')).toBeVisible()
  await expect(page.getByText(/^Opens after/)).toHaveCount(0)
  await page.getByRole('link', { name: 'Start next course' }).click()
  await expect(page.getByRole('heading', { level: 1, name: last.title })).toBeVisible()
  await finishCourse(page.request, last.id)
  await page.goto(`/paths/${path_id}`)
  await expect(page.getByRole('heading', { name: 'Path completed' })).toBeVisible()
  await expect(page.getByText('100% complete')).toBeVisible()
  const certificate = page.getByRole('link', { name: 'View certificate' })
  await certificate.click()
  await expect(page).toHaveURL(/\/certificates\/[0-9a-f-]{36}$/)
  await expect(page.getByText('This certificate is valid')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What it says' })).toContainText(title)
  await callApi(adminRequest, 'POST', 'deletePath', { path_id })
})

test(
  'landing page leads a visitor to a path for a goal, a sample certificate and a quiz to try',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto('/')
    for (const [goal, path] of [
      ['Publish your own website', 'Web developer, from the ground up'],
      ['Find out why a query is slow', 'Answers from data'],
      ['Explain how a neural network works', 'Machine learning by hand'],
    ] as const) {
      const url = await page.getByRole('link', { name: goal }).getAttribute('href')
      expect(await (await page.request.get(url ?? '')).text(), goal).toContain(path)
    }
    await page.getByRole('link', { name: 'Deploy with confidence' }).click()
    await expect(page.getByRole('region', { name: 'Ship software calmly' })).toBeVisible()
    await page.goto('/')
    await page.getByRole('link', { name: 'Try a quiz' }).click()
    await expect(page).toHaveURL(/\/courses\/\d+-[^?]+\?preview=\d+$/)
    await page.getByRole('radio').or(page.getByRole('checkbox')).first().check()
    await expect(page.getByText('Try it: nothing is stored.')).toBeVisible()
    await page
      .getByRole('button', { name: /^Question \d+, not answered$/ })
      .last()
      .click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: 'Not passed yet' })).toBeVisible()
    await page.goto('/')
    await page.getByText('Do I get a certificate?').click()
    const sample = await page.getByRole('link', { name: 'See a sample' }).getAttribute('href')
    const pdf = await page.request.get(sample ?? '')
    expect((await readPdf(await pdf.body())).text).toContain('This certifies that')
  },
)

test(
  'learning paths and their plan work without scripts',
  { tag: '@slow' },
  async ({ browser, createCourse, adminRequest }) => {
    const course = await createCourse({ lessons: [{ title: 'First', duration: 5_400 }] })
    const word = uniqueWord('goal')
    const path_id = await addPath(adminRequest, [course], { title: 'Lamp & <keeper>', goal: `Reach the ${word}` })
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/paths')
    await page.getByLabel('Your goal').fill(word)
    await page.getByLabel('Hours a week').fill('1')
    await page.getByRole('button', { name: 'Suggest a path' }).click()
    await expect(page.getByRole('heading', { name: 'About 2 weeks at 1 hour a week' })).toBeVisible()
    const proposal = page.getByRole('region', { name: 'Lamp & <keeper>' })
    await expect(proposal.getByText('30 min', { exact: true })).toBeVisible()
    await proposal.getByRole('link', { name: 'View path' }).click()
    await expect(page).toHaveURL(new RegExp(`/paths/${path_id}-lamp-keeper$`))
    await expect(page.getByRole('link', { name: course.title })).toHaveAttribute(
      'href',
      new RegExp(`^/courses/${course.id}-`),
    )
    const data: unknown = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(data).toMatchObject({ name: 'Lamp & <keeper>', url: page.url(), hasCourse: [{ name: course.title }] })
    await page.goto(`/paths/${path_id}-old-title`)
    await expect(page).toHaveURL(new RegExp(`/paths/${path_id}-lamp-keeper$`))
    const sitemap = await page.request.get('/sitemap.xml')
    expect(await sitemap.text()).toContain(`/paths/${path_id}-lamp-keeper<`)
    await callApi(adminRequest, 'POST', 'deletePath', { path_id })
    expect((await page.request.get(`/paths/${path_id}`)).status()).toBe(404)
    await context.close()
  },
)

test(
  'student buys a whole path, and the course that was there already is not charged',
  { tag: '@slow' },
  async ({ openStudentPage, createCourse, adminRequest }) => {
    const courses = [await createCourse({ price: 60 }), await createCourse({ price: 40 })]
    const title = uniqueWord('Path ')
    const path_id = await addPath(adminRequest, courses, { title, goal: 'Buy less, learn more', price: 80 })
    const { page, student } = await openStudentPage('Otto')
    await callApi(adminRequest, 'POST', 'grantAccess', {
      student_id: student.id,
      course_id: courses[0]?.id,
      reason: 'A scholarship',
    })
    await page.goto(`/paths/${path_id}`)
    await page.getByRole('link', { name: 'Buy all courses' }).click()
    await expect(page.getByText('The shares of the courses that you have already are taken off.')).toBeVisible()
    await expectAccessible(page, 'the checkout of a path')
    await page.getByRole('button', { name: 'Pay $32.00' }).click()
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to path' }).click()
    await expect(page.getByRole('heading', { name: 'Your progress' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Buy all courses' })).toHaveCount(0)
    await callApi(adminRequest, 'POST', 'deletePath', { path_id })
  },
)

test(
  'admin adds a path with courses in an order chosen by keyboard',
  { tag: '@slow' },
  async ({ adminPage: page, createCourse, adminRequest }) => {
    const courses = [await createCourse(), await createCourse()]
    const title = uniqueWord('Path ')
    await page.goto('/dashboard/paths')
    await page.getByRole('link', { name: 'Add path' }).first().click()
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page.getByRole('textbox', { name: 'Goal' }).fill('Order by arrows')
    for (const course of courses) {
      await page.getByRole('searchbox', { name: 'Search courses to add' }).fill(course.title)
      // Before it is the first, the list of an earlier search may still be replaced under the click.
      const firstResult = page.getByRole('button', { name: /^Add Course/ }).first()
      await expect(firstResult).toHaveAccessibleName(`Add ${course.title}`)
      await firstResult.click()
    }
    await page.getByRole('button', { name: `Move course 2, ${courses[1]?.title}` }).press('ArrowUp')
    await expect(page.getByRole('button', { name: `Move course 1, ${courses[1]?.title}` })).toBeFocused()
    await page.getByRole('textbox', { name: 'Price for all courses' }).fill('12,5')
    await page.getByText('Public', { exact: true }).first().click()
    await expectAccessible(page, 'the form of a path')
    await page.getByRole('button', { name: 'Save path' }).click()
    await expect(page.getByText('The path was added')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\/paths\/edit\/\d+$/)
    const path_id = Number(page.url().split('/').at(-1))
    const { path, courses: saved } = await callApi<{ path: object; courses: { course_id: number }[] }>(
      adminRequest,
      'POST',
      'getPathForm',
      { path_id },
    )
    expect(path).toMatchObject({ title, price: 12.5, public: true })
    expect(saved.map(({ course_id }) => course_id)).toEqual([courses[1]?.id, courses[0]?.id])
    await page.goto(`/dashboard/paths?search=${encodeURIComponent(title)}`)
    await page.getByRole('button', { name: `Delete ${title}` }).click()
    await page.getByRole('button', { name: 'YES !' }).click()
    await expect(page.getByText('The path was deleted')).toBeVisible()
  },
)
