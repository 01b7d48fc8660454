import { expectAccessible } from '../fixtures/accessibility.ts'
import { callApi, uniqueWord } from '../fixtures/factories.ts'
import { PDF } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'

test('admin builds a course with sections, an article, a PDF and a quiz, by keyboard where it is moved', async ({
  adminPage: page,
  openStudentPage,
}) => {
  test.setTimeout(120_000)
  const title = uniqueWord('Lamps ')
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  const addLesson = async (place: number, kind: string, lessonTitle: string) => {
    await page.getByRole('button', { name: 'Add a lesson' }).click()
    await group(`Lesson ${place}`).getByRole('radio', { name: kind }).check()
    await group(`Lesson ${place}`).getByRole('textbox', { name: 'Title', exact: true }).fill(lessonTitle)
    return group(`Lesson ${place}`)
  }
  await page.goto('/dashboard/courses/add')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Cybersecurity Basics')
  await page.getByRole('textbox', { name: 'Tabs' }).fill('lamps')
  await page.getByRole('textbox', { name: 'Description' }).fill('Oil, wick and light.')
  await page.getByRole('textbox', { name: 'Price ($)' }).fill('0')
  await page.getByRole('textbox', { name: 'Discount (%)' }).fill('0')
  await page.getByRole('switch', { name: 'Public' }).check()

  await page.getByRole('button', { name: 'Add a section' }).click()
  await expect(group('Section 1').getByLabel('Section title')).toBeFocused()
  await page.keyboard.type('Read')
  await expectAccessible(page, 'a section in the course builder')

  const file = await addLesson(1, 'File', 'Cheat sheet')
  await file.getByLabel('Choose a file').setInputFiles({ name: 'lamps.pdf', mimeType: 'application/pdf', buffer: PDF })
  await expect(file.getByText('PDF uploaded. Students read it in the page.')).toBeVisible()

  const article = await addLesson(2, 'Article', 'The wick')
  await article.getByRole('textbox', { name: 'Article' }).click()
  await page.keyboard.type('select 1')
  await article.getByRole('button', { name: 'Code block', exact: true }).click()
  await article.getByRole('combobox', { name: 'Code language' }).selectOption('SQL')
  await expectAccessible(page, 'an article in the course builder')

  await page.getByRole('button', { name: 'Add a section' }).click()
  await expect(group('Section 2').getByLabel('Section title')).toBeFocused()
  await page.keyboard.type('Check')
  const quiz = await addLesson(3, 'Quiz', 'What burns')
  await quiz.getByRole('button', { name: 'Single choice' }).click()
  await expect(group('Question 1').getByRole('textbox', { name: 'Question' })).toBeFocused()
  await page.keyboard.type('Which burns?')
  await group('Question 1').getByLabel('Answer 1', { exact: true }).fill('Oil')
  await group('Question 1').getByLabel('Answer 2', { exact: true }).fill('Sand')
  await group('Question 1').getByRole('button', { name: 'Remove answer 3' }).click()
  await group('Question 1').getByLabel('Answer 1 is correct').check()
  await expectAccessible(page, 'a quiz in the course builder')

  // By keyboard: the article goes first, then the quiz's section does.
  await page.getByRole('button', { name: 'Move lesson 2, The wick' }).press('ArrowUp')
  await expect(page.getByRole('button', { name: 'Move lesson 1, The wick' })).toBeFocused()
  await page.getByRole('button', { name: 'Move section 2, Check' }).press('ArrowUp')
  await expect(page.getByText('“Check” is now section 1 of 2')).toBeAttached()
  // By mouse, into the other section.
  const [wick, quizRow] = ['Move lesson 2, The wick', 'Move lesson 1, What burns'].map((name) =>
    page.getByRole('button', { name }),
  )
  await wick?.scrollIntoViewIfNeeded()
  const [start, end] = [await wick?.boundingBox(), await quizRow?.boundingBox()]
  if (!start || !end) throw new Error('The handles have no place')
  await page.mouse.move(start.x + 10, start.y + 10)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y - 10, { steps: 4 })
  await page.mouse.move(end.x + 10, end.y + 4, { steps: 8 })
  await page.mouse.up()
  await expect(page.getByText('“The wick” is now lesson 1 of 3, in “Check”')).toBeAttached()
  await page.getByRole('button', { name: 'Add Course' }).click()
  await expect(page).toHaveURL(/\/dashboard\/courses\/edit\/\d+$/)
  const course_id = Number(page.url().split('/').at(-1))

  await page
    .getByRole('button', { name: /Cheat sheet/ })
    .last()
    .click()
  await page.getByRole('button', { name: 'Remove lesson' }).click()
  await expect(page.getByRole('dialog', { name: 'WARNING!' })).toBeVisible()
  await expectAccessible(page, 'the dialog that removes a lesson')
  await page.keyboard.press('Escape')

  const { page: studentPage } = await openStudentPage('Ada')
  await callApi(studentPage.request, 'PUT', 'enrollCourse', { course_id })
  await studentPage.goto(`/student/CoursePage/${course_id}-lamps`)
  const list = studentPage.getByRole('region', { name: 'Lessons' })
  await expect(list.getByRole('heading', { level: 3 })).toContainText(['Check', 'Read'])
  await expect(list.getByRole('link')).toContainText(['The wick', 'What burns', 'Cheat sheet'])
  await expect(studentPage.locator('.hljs-keyword')).toHaveText('select')
  await list.getByRole('link', { name: /What burns/ }).press('Enter')
  await studentPage.getByRole('button', { name: 'Start quiz' }).press('Enter')
  await studentPage.getByLabel('Oil').press('Space')
  await studentPage.getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(studentPage.getByRole('heading', { name: 'You passed' })).toBeFocused()
  await callApi(page.request, 'POST', 'deleteCourse', { course_id })
})
