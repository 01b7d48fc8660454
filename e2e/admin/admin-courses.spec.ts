import type { Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { LESSON_FILES_PATH } from '../../src/contract/paths.ts'
import { callApi, uniqueWord } from '../fixtures/factories.ts'
import { CAPTIONS, PIXEL_PNG } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { ADMIN, signIn } from '../fixtures/users.ts'

const SHORT_VIDEO_PATH = 'assets/demo/a-line-through-five-points.webm'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true }).first()
const lesson = (page: Page, place: number) => page.getByRole('group', { name: `Lesson ${place}`, exact: true })
const dragHandles = (page: Page) => page.getByRole('button', { name: /^Move lesson/ })
const saveButton = (page: Page) => page.getByRole('button', { name: 'Edit Course' })

async function findCourse(page: Page, title: string): Promise<void> {
  await page.goto(`/dashboard/courses?${new URLSearchParams({ search: title })}`)
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
}

/** Fills the form for a new course and saves it; returns its id. */
async function addCourseWithVideo(page: Page, title: string): Promise<number> {
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
  await expect(page.getByText('One field needs attention.')).toBeVisible()
  await expect(lesson(page, 1).getByRole('textbox', { name: 'Video URL' })).toBeFocused()
  await lesson(page, 1).getByRole('textbox', { name: 'Subtitle' }).fill('And one line')
  await page.getByLabel('Choose a video').setInputFiles(SHORT_VIDEO_PATH)
  await expect(lesson(page, 1).getByText('Video uploaded')).toBeVisible()
  await expect(lesson(page, 1).getByRole('textbox', { name: 'Duration' })).toHaveValue(/^\d:\d\d$/)
  await page.getByLabel('Choose captions').setInputFiles({ name: 'words.vtt', mimeType: 'text/vtt', buffer: CAPTIONS })
  await expect(lesson(page, 1).getByRole('link', { name: 'Captions uploaded' })).toBeVisible()
  await page.getByLabel('Picture file').setInputFiles(PIXEL_PNG)
  await page.getByRole('switch', { name: 'Public' }).check()
  await page.getByRole('button', { name: 'Add Course' }).click()
  await expect(page).toHaveURL(/\/dashboard\/courses\/edit\/\d+$/)
  await expect(page.getByRole('region', { name: 'Picture' }).locator('img')).toHaveAttribute('src', /^\/uploads\//)
  return Number(page.url().split('/').at(-1))
}

test('admin adds a course with an uploaded video, duplicates it and deletes it', async ({
  adminPage: page,
  openStudentPage,
}) => {
  const title = uniqueWord('Lines ')
  const id = await addCourseWithVideo(page, title)

  const { page: studentPage, student } = await openStudentPage('Ada')
  await callApi(page.request, 'POST', 'grantAccess', { student_id: student.id, course_id: id, reason: 'A guest' })
  await studentPage.goto(`/student/CoursePage/${id}-course`)
  await expect(studentPage.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(studentPage.locator('video')).toHaveAttribute('src', /^\/uploads\/.*\.webm$/)

  await findCourse(page, title)
  await page.getByRole('button', { name: `Duplicate ${title}` }).click()
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
  const dialog = page.getByRole('dialog', { name: 'WARNING!' })
  await expect(dialog).toContainText(
    `The course “${title}” and its 1 lesson will be permanently deleted and cannot be undone. 1 student will lose access`,
  )
  await dialog.getByRole('button', { name: 'YES !' }).click()
  await expect(page.getByRole('link', { name: title, exact: true })).toBeHidden()
  // The row leaves before the server answers.
  await expect(page.getByText('The course was deleted')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: `Copy of ${title}`, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: title, exact: true })).toBeHidden()

  await page.getByRole('main').getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('button', { name: `Restore ${title}`, exact: true }).click()
  await expect(page.getByRole('button', { name: `Restore ${title}`, exact: true })).toBeHidden()
  await expect(page.getByText('The course was restored')).toBeVisible()
  await findCourse(page, title)
  await expect(page.getByRole('row', { name: new RegExp(`Edit ${title}`) })).toBeVisible()
})

test(
  'course panel leads to a lesson that does not play, and takes it off the list',
  { tag: '@slow' },
  async ({ adminPage: page, createCourse, openStudentPage }) => {
    const { id, title } = await createCourse({
      price: 0,
      lessons: [{ title: 'Fine' }, { title: 'Blocked', url: 'http://video.example/2.mp4' }],
    })
    const form = await callApi<{ materials: { material_id: number }[] }>(page.request, 'POST', 'getCourseForm', {
      course_id: id,
    })
    const { page: studentPage } = await openStudentPage('Ada')
    await callApi(studentPage.request, 'PUT', 'enrollCourse', { course_id: id })
    await callApi(studentPage.request, 'PUT', 'reportLessonProblem', { material_id: form.materials[0]?.material_id })
    await findCourse(page, title)
    const list = page.getByRole('list', { name: `Lessons of ${title} that don’t play` })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await list.getByRole('button', { name: 'It works: Fine' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page, 'the panel with a lesson that does not play')
    await list.getByRole('link', { name: 'Blocked' }).click()
    await expect(lesson(page, 2).getByRole('textbox', { name: 'Video URL' })).toBeFocused()
    await expect(lesson(page, 2)).toContainText('browsers block http:// videos here')
    await expectAccessible(page, 'the form with a warning')
    await lesson(page, 2).getByRole('textbox', { name: 'Video URL' }).fill('https://video.example/2.mp4')
    await saveButton(page).click()
    await expect(page.getByText('The course was saved')).toBeVisible()
    await findCourse(page, title)
    await expect(list).toBeHidden()
  },
)

test(
  'lessons are reordered by mouse and keyboard and keep the order after a reload',
  { tag: '@slow' },
  async ({ adminPage: page, createCourse }) => {
    const { id } = await createCourse({ lessons: [{ title: 'First' }, { title: 'Second' }, { title: 'Third' }] })
    await page.goto(`/dashboard/courses/edit/${id}`)
    const handles = dragHandles(page)
    await handles.nth(2).scrollIntoViewIfNeeded()
    const [start, end] = [await handles.nth(0).boundingBox(), await handles.nth(2).boundingBox()]
    if (!start || !end) throw new Error('The handles have no place')
    await page.mouse.move(start.x + 10, start.y + 10)
    await page.mouse.down()
    await page.mouse.move(start.x + 10, start.y + 30, { steps: 4 })
    await page.mouse.move(end.x + 10, end.y + 20, { steps: 8 })
    await page.mouse.up()
    await expect(page.getByText('“First” is now lesson 3 of 3')).toBeAttached()
    await handles.nth(1).focus()
    await page.keyboard.press('ArrowUp')
    await expect(handles.nth(0)).toHaveAccessibleName('Move lesson 1, Third')
    await expect(handles.nth(0)).toBeFocused()
    await saveButton(page).click()
    await expect(page.getByText('The course was saved')).toBeVisible()
    await page.reload()
    await expect(handles.nth(0)).toHaveAccessibleName('Move lesson 1, Third')
    await expect(handles.nth(2)).toHaveAccessibleName('Move lesson 3, First')
  },
)

test(
  'video upload shows its progress, blocks saving and can be cancelled',
  { tag: '@slow' },
  async ({ adminPage: page, createCourse, expectConsole }) => {
    expectConsole(/40\d|415/, 'a file that is no video is refused')
    const { id } = await createCourse({ lessons: [{ title: 'One' }] })
    await page.goto(`/dashboard/courses/edit/${id}`)
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    await page.route(`**${LESSON_FILES_PATH}/**`, async (route) => {
      if (route.request().method() === 'PATCH') await isReleased
      // The browser has cancelled this request by then.
      await route.continue().catch(() => {})
    })
    await page.getByRole('button', { name: /^1 One/ }).click()
    await page.getByLabel('Choose another video').setInputFiles(SHORT_VIDEO_PATH)
    await expect(lesson(page, 1).getByRole('progressbar', { name: /^Uploading / })).toBeVisible()
    await saveButton(page).click()
    await expect(page.getByText('A file is still uploading. Wait for it to finish, then save.')).toBeVisible()
    await lesson(page, 1).getByRole('button', { name: 'Cancel' }).click()
    release()
    await expect(lesson(page, 1).getByRole('textbox', { name: 'Video URL' })).toHaveValue('https://video.example/1')
    await page
      .getByLabel('Choose another video')
      .setInputFiles({ name: 'notes.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not a video') })
    await expect(lesson(page, 1).getByText(/^Couldn’t upload notes.mp4/)).toBeVisible()
    await expect(lesson(page, 1).getByRole('button', { name: 'Try again' })).toBeVisible()
  },
)

test(
  'second of two admins can overwrite what the first saved',
  { tag: '@slow' },
  async ({ openPage, createCourse, expectConsole }) => {
    expectConsole(/409/, 'the second save is refused')
    const { id } = await createCourse()
    const [first, second] = [await openPage(ADMIN), await openPage(ADMIN)]
    for (const page of [first, second]) await page.goto(`/dashboard/courses/edit/${id}`)
    await field(first, 'Description').fill('Theirs.')
    await field(second, 'Description').fill('Mine.')
    await saveButton(first).click()
    await expect(first.getByText('The course was saved')).toBeVisible()
    await saveButton(second).click()
    await expect(second.getByText('Someone else saved changes while you were editing.')).toBeVisible()
    await expect(field(second, 'Description')).toHaveValue('Mine.')
    await second.getByRole('button', { name: 'Overwrite' }).click()
    await expect(second.getByText('The course was saved')).toBeVisible()
    await first.reload()
    await expect(field(first, 'Description')).toHaveValue('Mine.')
  },
)

test(
  'unsaved changes survive a closed tab and an ended session',
  { tag: '@slow' },
  async ({ adminPage: page, createCourse, expectConsole }) => {
    expectConsole(/401/, 'saving without a session is refused')
    const { id } = await createCourse()
    await page.goto(`/dashboard/courses/edit/${id}`)
    await field(page, 'Description').fill('Half a thought')
    await page.getByRole('link', { name: /^Close/ }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(field(page, 'Description')).toHaveValue('A course of the end-to-end tests.')
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(field(page, 'Description')).toHaveValue('Half a thought')

    await page.context().clearCookies()
    await saveButton(page).click()
    await expect(page.getByText('Your session has ended')).toBeVisible()
    await signIn(page.request, ADMIN)
    await saveButton(page).click()
    await expect(page.getByText('The course was saved')).toBeVisible()
    await page.reload()
    await expect(field(page, 'Description')).toHaveValue('Half a thought')
    await expect(page.getByText(/^You have unsaved changes/)).toBeHidden()
  },
)
