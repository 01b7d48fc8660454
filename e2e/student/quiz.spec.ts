import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothWindows } from '../fixtures/accessibility.ts'
import { callApi, type NewLesson } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'

const options = (...texts: string[]) => texts.map((text, index) => ({ id: `marked-${index}`, text }))

const QUESTIONS = [
  { id: 'q1', kind: 'single', text: 'Which burns?', options: options('Oil', 'Sand'), correct: 'marked-0' },
  {
    id: 'q2',
    kind: 'multiple',
    text: 'Which are lamps?',
    options: options('Lantern', 'Spoon', 'Torch'),
    correct: ['marked-0', 'marked-2'],
  },
  {
    id: 'q3',
    kind: 'short_text',
    text: 'What does a lamp give?',
    accepted: ['Markedlight'],
    explanation: 'Markedbecause',
  },
  { id: 'q4', kind: 'number', text: 'How many wicks?', correct: 2.5 },
  { id: 'q5', kind: 'ordering', text: 'How do you light it?', options: options('Fill', 'Strike', 'Light') },
  {
    id: 'q6',
    kind: 'matching',
    text: 'What goes with what?',
    pairs: [
      { id: 'marked-a', text: 'Lamp', match_id: 'marked-b', match: 'Wick' },
      { id: 'marked-c', text: 'Fire', match_id: 'marked-d', match: 'Smoke' },
    ],
  },
]

const buildQuizLesson = (quiz: object = {}): NewLesson => ({
  ...{ title: 'Lamps, checked', kind: 'quiz', completion: 'passed', url: '' },
  quiz: { questions: QUESTIONS, pass_mark: 70, ...quiz },
})

/** Moves the focused item of an ordering question by its button until it is in its place. */
async function orderByKeyboard(page: Page, texts: string[]): Promise<void> {
  const items = page
    .getByRole('region', { name: 'Lamps, checked' })
    .getByRole('list', { name: 'How do you light it?' })
    .getByRole('listitem')
  for (const [place, text] of texts.entries()) {
    for (let turn = 0; turn < texts.length; turn++) {
      const now = await items.allInnerTexts()
      if (now[place]?.includes(text)) break
      await page.getByRole('button', { name: `Move ${text} up` }).focus()
      await page.keyboard.press('Enter')
    }
    await expect(items.nth(place)).toContainText(text)
  }
}

test(
  'a student takes a quiz, loses the connection in the middle, reloads and passes',
  { tag: '@phone' },
  async ({ openStudentPage, createCourse, allowConsole }) => {
    test.setTimeout(120_000)
    allowConsole(/Failed to load resource|WebSocket connection/, 'The connection is cut on purpose')
    const course = await createCourse({ lessons: [buildQuizLesson(), { title: 'After it' }] })
    const { page } = await openStudentPage('Quincy')
    await callApi(page.request, 'PUT', 'enrollCourse', { course_id: course.id })
    const html = await (await page.request.get(course.path)).text()
    expect(html).not.toMatch(/marked/i)

    await page.goto(course.path)
    const quiz = page.getByRole('region', { name: 'Lamps, checked' })
    await expect(quiz.getByRole('button', { name: 'Start quiz' })).toBeVisible()
    await expectAccessible(page, 'a quiz before its start')
    await quiz.getByRole('button', { name: 'Start quiz' }).click()
    await expect(quiz.getByRole('heading', { name: 'Which burns?' })).toBeFocused()
    await quiz.getByLabel('Oil').check()
    await expect(quiz.getByText('Saved', { exact: true })).toBeVisible()
    await expectAccessible(page, 'a question')

    await page.context().setOffline(true)
    await quiz.getByRole('button', { name: 'Next' }).click()
    await quiz.getByLabel('Lantern').check()
    await quiz.getByLabel('Torch').check()
    await expect(quiz.getByText('Not saved. Retrying…')).toBeVisible()
    await quiz.getByRole('button', { name: 'Next' }).click()
    await quiz.getByRole('textbox').fill('  markedLIGHT ')
    await page.context().setOffline(false)
    await expect(quiz.getByText('Saved', { exact: true })).toBeVisible({ timeout: 30_000 })

    // The page dies with an answer that could not be sent.
    await page.context().setOffline(true)
    await quiz.getByRole('button', { name: 'Next' }).click()
    await quiz.getByRole('textbox').fill('2,5')
    await expect(quiz.getByText('Not saved. Retrying…')).toBeVisible()
    await page.goto('about:blank')
    await page.context().setOffline(false)
    await page.goto(course.path)
    await expect(quiz.getByText('Saved', { exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(quiz.getByRole('button', { name: 'Question 4, answered' })).toBeVisible()

    await quiz.getByRole('button', { name: 'Question 5, not answered' }).click()
    await orderByKeyboard(page, ['Fill', 'Strike', 'Light'])
    await expectAccessible(page, 'a question to order')
    await quiz.getByRole('button', { name: 'Next' }).click()
    await quiz.getByLabel('Lamp').selectOption({ label: 'Wick' })
    await quiz.getByRole('button', { name: 'Submit' }).click()
    await expect(quiz.getByRole('heading', { name: 'You passed' })).toBeFocused()
    await expect(quiz.getByText('5.5 of 6 points')).toBeVisible()
    await expect(quiz.getByText('Markedbecause')).toBeVisible()
    await expectAccessible(page, 'a result')
    await expect(page.getByText('50%').first()).toBeVisible()
  },
)

test(
  'the time of a quiz runs out: what was saved is graded',
  { tag: '@slow' },
  async ({ openStudentPage, createCourse }) => {
    const course = await createCourse({ lessons: [buildQuizLesson({ time_limit_s: 13, pass_mark: 10 })] })
    const { page } = await openStudentPage('Tempo')
    await callApi(page.request, 'PUT', 'enrollCourse', { course_id: course.id })
    await page.goto(course.path)
    const quiz = page.getByRole('region', { name: 'Lamps, checked' })
    await quiz.getByRole('button', { name: 'Start quiz' }).click()
    await quiz.getByLabel('Oil').check()
    await expect(quiz.getByText('10 seconds left')).toBeAttached()
    await expect(quiz.getByRole('heading', { name: 'You passed' })).toBeVisible({ timeout: 30_000 })
  },
)

test('a student hands in an assignment with a file and reads the feedback', async ({
  openStudentPage,
  createCourse,
  adminRequest,
}) => {
  const lesson: NewLesson = {
    title: 'Draw a lamp',
    kind: 'assignment',
    completion: 'accepted',
    url: '',
    content: '<p>Draw <strong>one</strong> lamp.</p>',
  }
  const course = await createCourse({ lessons: [lesson] })
  const { page } = await openStudentPage('Iris')
  await callApi(page.request, 'PUT', 'enrollCourse', { course_id: course.id })
  await page.goto(course.path)
  const assignment = page.getByRole('region', { name: 'Draw a lamp' })
  await assignment.getByRole('button', { name: 'Hand in' }).click()
  await expect(assignment.getByText('Write your answer or choose a file')).toBeVisible()
  await expectAccessibleInBothWindows(page, 'an assignment')
  await assignment.getByLabel('Your answer').fill('It is round.')
  await assignment.locator('input[type=file]').setInputFiles({
    name: 'lamp.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await expect(assignment.getByRole('button', { name: 'Remove file' })).toBeVisible()
  await assignment.getByRole('button', { name: 'Hand in' }).click()
  await expect(assignment.getByText('Waiting for feedback')).toBeVisible()
  await expectAccessible(page, 'an assignment that waits')
  const download = page.waitForEvent('download')
  await assignment.getByRole('link', { name: 'lamp.svg' }).click()
  expect((await download).suggestedFilename()).toBe('lamp.svg')

  const works = await callApi<{ submission_id: number }[]>(adminRequest, 'POST', 'getSubmissions', {
    page: 1,
    course_id: course.id,
  })
  await callApi(adminRequest, 'PUT', 'gradeSubmission', {
    submission_id: works[0]?.submission_id,
    status: 'returned',
    feedback: 'Add the wick.',
  })
  await page.reload()
  await expect(assignment.getByText('Add the wick.')).toBeVisible()
  await assignment.getByLabel('Your answer').fill('With a wick.')
  await assignment.getByRole('button', { name: 'Hand in' }).click()
  await expect(assignment.getByText('Waiting for feedback')).toBeVisible()
  await expectAccessible(page, 'an assignment with feedback')
})
