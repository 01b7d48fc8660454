import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import {
  fill,
  getField,
  getLessonButton,
  getLessonTitles,
  getSaveButton,
  mockCourseServer,
} from './mock-course-server.ts'
// Loading what is lazy here keeps the imports' time out of the tests that open it.
import './content/other-kind-fields.tsx'
import './edit-course-screen.tsx'
import './page/page-fields.tsx'
import './quiz/quiz-editor.tsx'
import './settings/settings-fields.tsx'

beforeEach(() => localStorage.clear())

const EDIT_PATH = '/dashboard/courses/edit/41'
const getGroup = (name: string) => within(screen.getByRole('group', { name }))
const findSavedInput = async (calls: readonly { name: string; input: unknown }[]) => {
  await screen.findByText('The course was saved')
  return calls.findLast(({ name }) => name === 'updateCourse')?.input as CallInput<'updateCourse'>
}

async function showForm(overrides: CallMocks = {}) {
  const { mocks } = mockCourseServer({
    getCourses: () => ({
      msg: [
        { course_id: 41, title: 'Databases' },
        { course_id: 42, title: 'Files' },
      ],
      nextPage: null,
    }),
    ...overrides,
  })
  const shown = await showScreen(EDIT_PATH, mocks)
  const save = async () => {
    await shown.user.click(getSaveButton())
    return findSavedInput(shown.calls)
  }
  /** Adds a lesson of this kind as the fourth. */
  const addLesson = async (kind: string, title: string) => {
    await shown.user.click(screen.getByRole('button', { name: 'Add a lesson' }))
    await shown.user.click(getGroup('Lesson 4').getByRole('radio', { name: kind }))
    await fill(shown.user, getGroup('Lesson 4').getByLabelText('Title'), title)
    return getGroup('Lesson 4')
  }
  return { ...shown, save, addLesson }
}

test('groups lessons into sections by keyboard, and saves where each is and when it opens', async () => {
  const { user, save } = await showForm()
  await user.click(screen.getByRole('button', { name: 'Add a section' }))
  const section = getGroup('Section 1')
  expect(document.activeElement).toBe(section.getByLabelText('Section title'))
  await user.paste('Practice')
  await user.selectOptions(section.getByLabelText('Opens'), 'days')
  await fill(user, section.getByLabelText('Days after enrolling'), '14')
  // The last lesson moves below the section's heading, which is below it.
  screen.getByRole('button', { name: 'Move lesson 3, Transactions' }).focus()
  await user.keyboard('{ArrowDown}')
  await screen.findByText('“Transactions” is now lesson 3 of 3, in “Practice”')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move lesson 3, Transactions' }))
  await user.click(screen.getByRole('button', { name: /^Section: Practice/ }))
  expect(screen.queryByRole('group', { name: 'Section 1' })).toBeNull()
  // With the section's lesson open, a new one joins it.
  await user.click(getLessonButton('Transactions'))
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  await fill(user, getGroup('Lesson 4').getByLabelText('Title'), 'Locks')
  await fill(user, getGroup('Lesson 4').getByLabelText('Video URL'), 'https://video.example/4')
  const { sections, materials } = await save()
  expect(sections).toEqual([{ id: null, title: 'Practice', opens_after_days: 14, opens_date: null }])
  expect(materials.map(({ title, section: place }) => [title, place])).toEqual([
    ['Joins, drawn', null],
    ['Indexes', null],
    ['Transactions', 0],
    ['Locks', 0],
  ])
})

test('opens a section on a date whose year is typed digit by digit', async () => {
  const { user, save } = await showForm()
  await user.click(screen.getByRole('button', { name: 'Add a section' }))
  await fill(user, getGroup('Section 1').getByLabelText('Section title'), 'Later')
  await user.selectOptions(getGroup('Section 1').getByLabelText('Opens'), 'On a date')
  const date = getGroup('Section 1').getByLabelText<HTMLInputElement>('Date')
  for (const year of ['0002', '0020', '0202', '2027']) {
    fireEvent.change(date, { target: { value: `${year}-03-09` } })
    expect(date.value).toBe(`${year}-03-09`)
  }
  const { sections } = await save()
  expect(sections).toMatchObject([{ opens_date: new Date('2027-03-09T00:00').toISOString() }])
})

test('refuses to save while a picture of an article is uploading', async () => {
  const { mocks } = mockCourseServer({ addContentPicture: () => new Promise(() => {}) })
  const { user, calls } = await showScreen(EDIT_PATH, mocks)
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  await user.click(getGroup('Lesson 4').getByRole('radio', { name: 'Article' }))
  const files = [new File(['x'], 'lamp.png', { type: 'image/png' })]
  fireEvent.paste(await getGroup('Lesson 4').findByRole('textbox', { name: 'Article' }), {
    clipboardData: { files, types: ['Files'], getData: () => '' },
  })
  await user.click(getSaveButton())
  await screen.findByText(/^A file is still uploading/)
  expect(calls.some(({ name }) => name === 'updateCourse')).toBe(false)
})

test('puts a picture into an article that is closed while it uploads', async () => {
  let finishUpload = () => {}
  const { user, addLesson, save } = await showForm({
    addContentPicture: () =>
      new Promise((resolve) => {
        finishUpload = () => resolve({ msg: { image_url: `${'a'.repeat(32)}.webp` } })
      }),
  })
  const lesson = await addLesson('Article', 'Read')
  const editor = await lesson.findByRole('textbox', { name: 'Article' })
  fireEvent.paste(editor, {
    clipboardData: {
      files: [new File(['x'], 'lamp.png', { type: 'image/png' })],
      types: ['Files'],
      getData: () => '',
    },
  })
  await user.click(getLessonButton('Read'))
  expect(screen.queryByRole('group', { name: 'Lesson 4' })).toBeNull()
  finishUpload()
  await waitFor(() => expect(editor.querySelector('img')).not.toBeNull())
  expect((await save()).materials[3]?.content).toContain(`<img src="/uploads/${'a'.repeat(32)}.webp" alt="">`)
})

test('moves a section with its lessons, and keeps them when it is removed', async () => {
  const { user, save } = await showForm()
  for (const title of ['One', 'Two']) {
    await user.click(screen.getByRole('button', { name: 'Add a section' }))
    await user.paste(title)
  }
  for (const [place, title] of [
    [3, 'Transactions'],
    [2, 'Indexes'],
  ]) {
    screen.getByRole('button', { name: `Move lesson ${place}, ${title}` }).focus()
    await user.keyboard(place === 3 ? '{End}' : '{ArrowDown}')
  }
  screen.getByRole('button', { name: 'Move section 2, Two' }).focus()
  await user.keyboard('{ArrowUp}')
  await screen.findByText('“Two” is now section 1 of 2')
  expect(getLessonTitles()).toEqual(['Joins, drawn', 'Transactions', 'Indexes'])
  await user.click(screen.getByRole('button', { name: /^Section: One/ }))
  await user.click(getGroup('Section 2').getByRole('button', { name: 'Remove section' }))
  const { sections, materials } = await save()
  expect(sections?.map(({ title }) => title)).toEqual(['Two'])
  expect(materials.map(({ title, section }) => [title, section])).toEqual([
    ['Joins, drawn', null],
    ['Transactions', 0],
    ['Indexes', 0],
  ])
})

test('shows one lesson at a time', async () => {
  const { user } = await showForm()
  await user.click(getLessonButton('Indexes'))
  await user.click(getLessonButton('Transactions'))
  expect(screen.getAllByRole('group', { name: /^Lesson/ })).toHaveLength(1)
})

test('adds an embed with its preview, and says at once what cannot be embedded', async () => {
  const { user, save, addLesson } = await showForm()
  const lesson = await addLesson('Embed', 'Play')
  await fill(user, await lesson.findByLabelText('Link'), 'https://video.example/4')
  lesson.getByText('This link can’t be embedded')
  await fill(user, lesson.getByLabelText('Link'), 'https://codepen.io/ada/pen/abc')
  expect((await lesson.findByTitle('Preview')).getAttribute('src')).toContain('https://codepen.io/ada/embed/abc')
  expect((await save()).materials[3]).toMatchObject({ kind: 'embed', url: 'https://codepen.io/ada/pen/abc' })
})

test('adds a quiz with every kind of question', async () => {
  const { user, save, addLesson } = await showForm()
  const lesson = await addLesson('Quiz', 'Check')
  const add = await lesson.findByRole('group', { name: 'Add a question' })
  let place = 0
  const addQuestion = async (kind: string, text: string) => {
    await user.click(within(add).getByRole('button', { name: kind }))
    const question = getGroup(`Question ${++place}`)
    expect(document.activeElement).toBe(question.getByLabelText('Question'))
    await user.paste(text)
    return question
  }
  const fillAnswers = async (question: ReturnType<typeof within>, label: string, texts: string[]) => {
    for (const [index, text] of texts.entries())
      await fill(user, question.getByLabelText(`${label} ${index + 1}`), text)
  }
  const single = await addQuestion('Single choice', 'Which?')
  await fillAnswers(single, 'Answer', ['A', 'B', 'C'])
  await user.click(single.getByLabelText('Answer 2 is correct'))
  const multiple = await addQuestion('Multiple choice', 'Which ones?')
  await fillAnswers(multiple, 'Answer', ['A', 'B', 'C'])
  await user.click(multiple.getByLabelText('Answer 1 is correct'))
  await user.click(multiple.getByLabelText('Answer 3 is correct'))
  await user.click(multiple.getByRole('button', { name: 'Remove answer 1' }))
  expect(document.activeElement).toBe(multiple.getByLabelText('Answer 1').closest('fieldset'))
  const choice = await addQuestion('True or false', 'Is it?')
  await user.click(choice.getByLabelText('False'))
  await fillAnswers(await addQuestion('Short text', 'What?'), 'Answer', ['table'])
  const number = await addQuestion('Number', 'How many?')
  await fill(user, number.getByLabelText('Correct answer'), '-2,5')
  await fill(user, number.getByLabelText('Tolerance'), '0.1')
  await fill(user, number.getByLabelText('Points'), '3')
  await fillAnswers(await addQuestion('Ordering', 'In order?'), 'Answer', ['first', 'second', 'third'])
  const matching = await addQuestion('Matching', 'Which belong together?')
  await fillAnswers(matching, 'Left side', ['a', 'b'])
  await fillAnswers(matching, 'Right side', ['1', '2'])
  await fill(user, lesson.getByLabelText('Pass mark (%)'), '80')
  await fill(user, lesson.getByLabelText('Attempts'), '3')
  await fill(user, lesson.getByLabelText('Time limit (minutes)'), '5')
  lesson.getByText('7 questions, 9 points')

  const saved = (await save()).materials[3]
  expect(saved).toMatchObject({
    kind: 'quiz',
    completion: 'passed',
    quiz: { pass_mark: 80, max_attempts: 3, time_limit_s: 300 },
  })
  const questions = saved?.quiz?.questions ?? []
  expect(questions).toMatchObject([
    { kind: 'single', options: [{ text: 'A' }, { text: 'B' }, { text: 'C' }] },
    { kind: 'multiple', options: [{ text: 'B' }, { text: 'C' }] },
    { kind: 'true_false', correct: false },
    { kind: 'short_text', accepted: ['table'] },
    { kind: 'number', correct: -2.5, tolerance: 0.1, points: 3 },
    { kind: 'ordering', options: [{ text: 'first' }, { text: 'second' }, { text: 'third' }] },
    {
      kind: 'matching',
      pairs: [
        { text: 'a', match: '1' },
        { text: 'b', match: '2' },
      ],
    },
  ])
  const [one, two] = questions
  expect(one?.kind === 'single' && one.correct).toBe(one?.kind === 'single' && one.options[1]?.id)
  expect(two?.kind === 'multiple' && two.correct).toEqual(two?.kind === 'multiple' && [two.options[1]?.id])
})

test('leads to the question that is not complete', async () => {
  const { user, calls, addLesson } = await showForm()
  const lesson = await addLesson('Quiz', 'Check')
  const add = await lesson.findByRole('group', { name: 'Add a question' })
  await user.click(within(add).getByRole('button', { name: 'Single choice' }))
  await user.click(getLessonButton('Check'))
  await user.click(getLessonButton('Indexes'))
  await user.click(getSaveButton())
  await screen.findByText('One field needs attention.')
  expect(screen.getByRole('button', { name: 'Lesson 4: Question 1' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(getGroup('Question 1').getByLabelText('Question')))
  getGroup('Question 1').getByText('A question is required')
  expect(calls.some(({ name }) => name === 'updateCourse')).toBe(false)
})

test('refuses a number of a quiz that has letters, and says what to enter', async () => {
  const { user, calls, addLesson } = await showForm()
  const lesson = await addLesson('Quiz', 'Check')
  const add = await lesson.findByRole('group', { name: 'Add a question' })
  await user.click(within(add).getByRole('button', { name: 'True or false' }))
  await fill(user, getGroup('Question 1').getByLabelText('Question'), 'Is it?')
  await fill(user, lesson.getByLabelText('Attempts'), '1e2')
  await user.click(getSaveButton())
  await screen.findByText('Attempts are from 1 to 100')
  expect(calls.some(({ name }) => name === 'updateCourse')).toBe(false)
})

test('writes an article, and says when there is none', async () => {
  const { user, addLesson, calls } = await showForm()
  const lesson = await addLesson('Article', 'Read')
  await lesson.findByText('Article', { selector: 'p' })
  await user.click(getSaveButton())
  await screen.findByText('One field needs attention.')
  lesson.getByText('Write the article')
  expect(screen.getByRole('button', { name: 'Lesson 4: Article' })).toBeTruthy()
  expect(calls.some(({ name }) => name === 'updateCourse')).toBe(false)
})

test('sets how much of a video must be watched, once its duration is known', async () => {
  const { user, save } = await showForm()
  await user.click(getLessonButton('Indexes'))
  const lesson = getGroup('Lesson 2')
  await user.clear(lesson.getByLabelText('Duration'))
  await user.selectOptions(lesson.getByLabelText('Completed'), 'watched')
  await user.click(getSaveButton())
  await screen.findByText('One field needs attention.')
  lesson.getByText('Enter the video’s duration to count how much was watched')
  await fill(user, lesson.getByLabelText('Duration'), '4:05')
  await fill(user, lesson.getByLabelText('Percent to watch'), '75')
  expect((await save()).materials[1]).toMatchObject({ completion: 'watched', watch_percent: 75, duration: 245 })
})

test('saves what the other tabs hold, and marks the tab of a problem', async () => {
  const { user, save } = await showForm()
  await user.click(screen.getByRole('tab', { name: 'Course page' }))
  await fill(user, await screen.findByLabelText('Pitch'), 'Tables, at last.')
  await fill(user, screen.getByLabelText('What students will learn'), 'Join\n\nIndex\n')
  await user.selectOptions(screen.getByLabelText('Level'), 'Beginner')
  await user.click(screen.getByRole('button', { name: 'Add a question' }))
  await user.keyboard('{ArrowLeft}')
  await user.click(screen.getByRole('tab', { name: 'Settings' }))
  await user.click(await screen.findByRole('switch', { name: 'One lesson after the other' }))
  await waitFor(() => expect(screen.getByRole('option', { name: 'Files' })).toBeTruthy())
  await user.selectOptions(screen.getByLabelText('Course'), 'Files')
  expect(screen.queryByRole('switch', { name: 'Files' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add prerequisite' }))
  await user.click(screen.getByRole('button', { name: 'Remove Files' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Prerequisites' }))
  await user.selectOptions(screen.getByLabelText('Course'), 'Files')
  await user.click(screen.getByRole('button', { name: 'Add prerequisite' }))
  await user.click(screen.getByRole('switch', { name: 'Files' }))
  await user.click(getSaveButton())
  await screen.findByText('One field needs attention.')
  expect(screen.getByRole('tab', { name: 'Course page' }).getAttribute('aria-selected')).toBe('true')
  const faq = getGroup('Question 1')
  faq.getByText('A question is required')
  await fill(user, faq.getByLabelText('Question'), 'Why?')
  await fill(user, faq.getByLabelText('Answer'), 'Because.')
  expect(await save()).toMatchObject({
    details: {
      ...{ pitch: 'Tables, at last.', outcomes: ['Join', 'Index'], level: 'Beginner' },
      faq: [{ question: 'Why?', answer: 'Because.' }],
    },
    lesson_order: 'in_order',
    prerequisites: [{ course_id: 42, blocking: false }],
  })
})

test('previews the course as a student', async () => {
  await showForm()
  const link = screen.getByRole('link', { name: 'Preview as student' })
  expect(link.getAttribute('href')).toBe('/viewasstudent?next=%2Fstudent%2FCoursePage%2F41-Databases')
})

test('keeps unsaved sections and kinds over a reload', async () => {
  const first = await showForm()
  await first.addLesson('Embed', 'Play')
  await first.user.click(screen.getByRole('button', { name: 'Add a section' }))
  await first.user.paste('Practice')
  await screen.findByText(/^Your changes are kept in this browser until you save. Last kept at \d/)
  window.dispatchEvent(new Event('pagehide'))
  cleanup()
  const again = await showForm()
  await again.user.click(await screen.findByRole('button', { name: 'Restore' }))
  await again.user.click(getLessonButton('Play'))
  expect(getGroup('Lesson 4').getByRole<HTMLInputElement>('radio', { name: 'Embed' }).checked).toBe(true)
  screen.getByRole('button', { name: /^Section: Practice/ })
  expect(getField('Title').value).toBe('Databases')
})
