import type { Browser, Page } from '@playwright/test'
import { LESSON_FILES_PATH } from '../src/contract/paths.ts'
import { setInitialTheme, getAxeViolations } from './axe.ts'
import { ADMIN, signIn, signInAsNewStudent } from './users.ts'
import { expect, test } from './fixtures.ts'

const CLIP = 'assets/demo/a-line-through-five-points.webm'
const CAPTIONS = {
  name: 'words.vtt',
  mimeType: 'text/vtt',
  buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nA line.\n'),
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true }).first()
const lesson = (page: Page, place: number) => page.getByRole('group', { name: `Lesson ${place}`, exact: true })
const handles = (page: Page) => page.getByRole('button', { name: /^Move lesson/ })
const save = (page: Page) => page.getByRole('button', { name: 'Edit Course' })

async function call(page: Page, method: 'POST' | 'PUT', name: string, data: object) {
  const answer = await page.request.fetch(`/api/${name}`, { method, data })
  expect(answer.ok()).toBe(true)
  return (await answer.json()).msg
}

const createLesson = (title: string) => ({ title, subtitle: 'What it is about', url: 'https://video.example/1' })

/** A course of the test's own. */
async function addCourse(page: Page, title: string, titles = ['First', 'Second', 'Third']): Promise<number> {
  const course = {
    title,
    description: 'Of a test.',
    price: 80,
    discount: 25,
    category: 'Cybersecurity Basics',
    tabs: 'a b',
    materials: titles.map(createLesson),
  }
  return (await call(page, 'POST', 'addCourse', course)).id
}

async function adminPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, ADMIN)
  return page
}

async function findCourse(page: Page, title: string): Promise<void> {
  await page.goto(`/dashboard/courses?${new URLSearchParams({ search: title })}`)
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
}

test('a course is written with its own video, published, duplicated and deleted with the students’ loss told', async ({
  page,
  browser,
}) => {
  await signIn(page, ADMIN)
  const title = `Lines ${Date.now()}`
  await page.goto('/dashboard/courses')
  await page.getByRole('link', { name: 'Add Course' }).click()
  await expect(page).toHaveURL('/dashboard/courses/add')
  await field(page, 'Title').fill(title)
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Machine Learning and Artificial Intelligence')
  await field(page, 'Tabs').fill('python  lines')
  await field(page, 'Description').fill('From points to lines.')
  await field(page, 'Price ($)').fill('80')
  await field(page, 'Discount (%)').fill('25')
  await expect(page.getByText('Students pay')).toContainText('$60')
  await page.getByRole('button', { name: 'Add a lesson' }).click()
  await lesson(page, 1).getByRole('textbox', { name: 'Title', exact: true }).fill('Five points')
  await page.getByRole('button', { name: 'Add Course' }).click()
  await expect(page.getByText('2 fields need attention.')).toBeVisible()
  await expect(lesson(page, 1).getByRole('textbox', { name: 'Subtitle' })).toBeFocused()
  await lesson(page, 1).getByRole('textbox', { name: 'Subtitle' }).fill('And one line')
  await page.getByLabel('Choose a video').setInputFiles(CLIP)
  await expect(lesson(page, 1).getByText('The video is uploaded')).toBeVisible()
  await expect(lesson(page, 1).getByRole('textbox', { name: 'Duration' })).toHaveValue(/^\d:\d\d$/)
  await page.getByLabel('Choose captions').setInputFiles(CAPTIONS)
  await expect(lesson(page, 1).getByRole('link', { name: 'Captions are there' })).toBeVisible()
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') })
  await page.getByRole('button', { name: 'Add Course' }).click()
  await expect(page).toHaveURL(/\/dashboard\/courses\/edit\/\d+$/)
  await expect(page.getByRole('region', { name: 'Picture' }).locator('img')).toHaveAttribute('src', /^\/uploads\//)

  const student = await (await browser.newContext()).newPage()
  await signInAsNewStudent(student, 'Ada')
  const id = Number(page.url().split('/').at(-1))
  await call(student, 'PUT', 'enrollCourse', { course_id: id })
  await student.goto(`/student/CoursePage/${id}-course`)
  await expect(student.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(student.locator('video')).toHaveAttribute('src', /^\/uploads\/.*\.webm$/)
  await student.context().close()

  await findCourse(page, title)
  await page.getByRole('button', { name: `Duplicate ${title}` }).click()
  await expect(page).toHaveURL(/edit\/\d+$/)
  await expect(field(page, 'Title')).toHaveValue(`Copy of ${title}`)
  await expect(page.getByRole('switch', { name: /Public/ })).not.toBeChecked()
  await page.getByRole('link', { name: /^Close/ }).click()
  await page.getByRole('searchbox', { name: 'Search by title' }).fill(title)
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Draft')
  await expect(page).toHaveURL(/type=Draft/)
  await expect(page.getByRole('row', { name: new RegExp(`Copy of ${title}`) })).toContainText('Draft')
  await expect(page.getByRole('link', { name: title, exact: true })).toBeHidden()

  await findCourse(page, title)
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  const popup = page.getByRole('dialog', { name: 'WARNING!' })
  await expect(popup).toContainText(
    `The course “${title}” and its 1 lesson will be permanently deleted and cannot be undone. 1 student loses it`,
  )
  await popup.getByRole('button', { name: 'YES !' }).click()
  await expect(page.getByRole('link', { name: title, exact: true })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('link', { name: `Copy of ${title}`, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: title, exact: true })).toBeHidden()
})

test('lessons are put in order by drag and by keys, and stay so', async ({ page }) => {
  await signIn(page, ADMIN)
  const id = await addCourse(page, `Order ${Date.now()}`)
  await page.goto(`/dashboard/courses/edit/${id}`)
  await handles(page).nth(2).scrollIntoViewIfNeeded()
  const [start, end] = [await handles(page).nth(0).boundingBox(), await handles(page).nth(2).boundingBox()]
  if (!start || !end) throw new Error('The handles are not there')
  await page.mouse.move(start.x + 10, start.y + 10)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y + 30, { steps: 4 })
  await page.mouse.move(end.x + 10, end.y + 20, { steps: 8 })
  await page.mouse.up()
  await expect(page.getByText('“First” is now lesson 3 of 3')).toBeAttached()
  await handles(page).nth(1).focus()
  await page.keyboard.press('ArrowUp')
  await expect(handles(page).nth(0)).toHaveAccessibleName('Move lesson 1, Third')
  await expect(handles(page).nth(0)).toBeFocused()
  await save(page).click()
  await expect(page.getByText('The course is saved')).toBeVisible()
  await page.reload()
  await expect(handles(page).nth(0)).toHaveAccessibleName('Move lesson 1, Third')
  await expect(handles(page).nth(2)).toHaveAccessibleName('Move lesson 3, First')
})

test('a video on its way is shown in per cent, holds back the save, and can be cancelled', async ({ page }) => {
  await signIn(page, ADMIN)
  const id = await addCourse(page, `Sending ${Date.now()}`, ['One'])
  await page.goto(`/dashboard/courses/edit/${id}`)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**${LESSON_FILES_PATH}/**`, async (route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue().catch(() => {})
  })
  // A click before the page's script has come would open nothing.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: /^1 One/ }).click()
  await page.getByLabel('Choose another video').setInputFiles(CLIP)
  await expect(lesson(page, 1).getByRole('progressbar', { name: /^Sending / })).toBeVisible()
  await save(page).click()
  await expect(page.getByText('A file is still being sent. Wait for it, or cancel it.')).toBeVisible()
  await lesson(page, 1).getByRole('button', { name: 'Cancel' }).click()
  release()
  await expect(lesson(page, 1).getByRole('textbox', { name: 'Url' })).toHaveValue('https://video.example/1')
  await page
    .getByLabel('Choose another video')
    .setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no film') })
  await expect(lesson(page, 1).getByText(/^film.mp4 did not arrive/)).toBeVisible()
  await expect(lesson(page, 1).getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('two admins do not write over each other, and nothing written is lost', async ({
  page,
  browser,
  consoleErrors,
}) => {
  await signIn(page, ADMIN)
  const title = `Shared ${Date.now()}`
  const id = await addCourse(page, title)
  await page.goto(`/dashboard/courses/edit/${id}`)
  const other = await adminPage(browser)
  await other.goto(`/dashboard/courses/edit/${id}`)
  await field(other, 'Description').fill('Theirs.')
  await field(page, 'Description').fill('Mine.')
  await save(other).click()
  await expect(other.getByText('The course is saved')).toBeVisible()
  await save(page).click()
  await expect(page.getByText('Somebody else has saved this meanwhile')).toBeVisible()
  await expect(field(page, 'Description')).toHaveValue('Mine.')
  await page.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(page.getByText('The course is saved')).toBeVisible()
  await other.context().close()
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')])

  // Leaving asks; a tab that is closed all the same has kept what was written.
  await field(page, 'Description').fill('Half a thought')
  await page.getByRole('link', { name: /^Close/ }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(field(page, 'Description')).toHaveValue('Mine.')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(field(page, 'Description')).toHaveValue('Half a thought')

  // The session ends in the middle.
  await page.context().clearCookies()
  await save(page).click()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await signIn(page, ADMIN)
  await save(page).click()
  await expect(page.getByText('The course is saved')).toBeVisible()
  await page.reload()
  await expect(field(page, 'Description')).toHaveValue('Half a thought')
  await expect(page.getByText(/^You have unsaved changes/)).toBeHidden()
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('401')])
})

for (const theme of ['dark', 'light'] as const) {
  test(`the course panel and its form have no accessibility violations in the ${theme} theme`, async ({
    page,
    consoleErrors,
  }) => {
    await setInitialTheme(page, theme)
    await signIn(page, ADMIN)
    const id = await addCourse(page, `Seen ${Date.now()}`, ['One', 'Two'])
    const check = async (what: string) => {
      await page.waitForLoadState('networkidle')
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        `${what} fits the width`,
      ).toBe(true)
      const violations = await getAxeViolations(page)
      expect(violations.map((violation) => `${what}, ${violation}`)).toEqual([])
    }
    await page.goto('/dashboard/courses')
    await expect(page.getByRole('row')).not.toHaveCount(1)
    await check('the panel')
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await check('the popup')
    await page.goto('/dashboard/courses?search=zzzz')
    await expect(page.getByText('No courses are available')).toBeVisible()
    await check('the empty panel')
    await page.goto('/dashboard/courses/add')
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Add a lesson' }).click()
    await page.getByRole('button', { name: 'Add Course' }).click()
    await expect(page.getByText(/fields need attention/)).toBeVisible()
    await check('the form with its errors')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`/dashboard/courses/edit/${id}`)
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: /^1 One/ }).click()
    await expect(lesson(page, 1)).toBeVisible()
    await check('the form')
    await page.goto('/dashboard/courses/edit/999999999')
    await expect(page.getByText('No Course Found')).toBeVisible()
    await check('no course')
    consoleErrors.length = 0
  })
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
