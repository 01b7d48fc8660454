import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { fill, getSaveButton, mockCourseServer } from '../mock-course-server.ts'
// Loading what is lazy here keeps the imports' time out of the tests that open it.
import '../content/other-kind-fields.tsx'
import '../edit-course-screen.tsx'
import './quiz-editor.tsx'

beforeEach(() => localStorage.clear())

const getGroup = (name: string) => within(screen.getByRole('group', { name }))

const getPoolNames = () =>
  getGroup('Pools')
    .getAllByLabelText<HTMLInputElement>('Name')
    .map(({ value }) => value)

/** The course's fourth lesson is a new quiz. */
async function showQuiz(overrides: CallMocks = {}) {
  const shown = await showScreen('/dashboard/courses/edit/41', mockCourseServer(overrides).mocks)
  const { user, calls } = shown
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  const quiz = getGroup('Lesson 4')
  await user.click(quiz.getByRole('radio', { name: 'Quiz' }))
  await fill(user, quiz.getByLabelText('Title'), 'Check')
  await quiz.findByRole('group', { name: 'Add a question' })
  const addQuestion = async (kind: string, text: string, place = 1) => {
    await user.click(getGroup('Add a question').getByRole('button', { name: kind }))
    await user.paste(text)
    return getGroup(`Question ${place}`)
  }
  const save = async () => {
    await user.click(getSaveButton())
    await screen.findByText('The course was saved')
    return calls.findLast(({ name }) => name === 'updateCourse')?.input as CallInput<'updateCourse'>
  }
  return { ...shown, quiz, addQuestion, save }
}

test('keeps what is changed while a question’s picture uploads, and saves after the upload', async () => {
  const image_url = `${'a'.repeat(32)}.webp`
  let finishUpload = () => {}
  const { user, calls, addQuestion, save } = await showQuiz({
    addContentPicture: () =>
      new Promise((resolve) => {
        finishUpload = () => resolve({ msg: { image_url } })
      }),
  })
  const question = await addQuestion('True or false', 'Is it?')
  await user.upload(
    question.getByLabelText('Question picture'),
    new File([new Uint8Array(10)], 'plan.png', { type: 'image/png' }),
  )
  await fill(user, question.getByLabelText('Question'), 'Is it, really?')
  await addQuestion('True or false', 'And this?', 2)
  screen.getByRole('button', { name: 'Move lesson 4, Check' }).focus()
  await user.keyboard('{ArrowUp}')
  await user.click(getSaveButton())
  screen.getByText('A file is still uploading. Wait for it to finish, then save.')
  expect(calls.some(({ name }) => name === 'updateCourse')).toBe(false)
  finishUpload()
  await waitFor(() => expect(screen.queryByText(/^A file is still uploading/)).toBeNull())
  const { materials } = await save()
  expect(materials[3]).toMatchObject({ title: 'Transactions', quiz: null })
  expect(materials[2]?.quiz?.questions).toMatchObject([
    { text: 'Is it, really?', image_url },
    { text: 'And this?', image_url: '' },
  ])
  await user.click(screen.getByRole('button', { name: /^1 ?Is it, really/ }))
  await user.click(getGroup('Question 1').getByRole('button', { name: 'Remove the picture' }))
  expect(document.activeElement).toBe(getGroup('Question 1').getByRole('button', { name: 'Add a picture' }))
})

test('shows that a picture failed to upload while its question was closed', async () => {
  let failUpload = () => {}
  const { user, addQuestion } = await showQuiz({
    addContentPicture: () =>
      new Promise((_, reject) => {
        failUpload = () => reject(new AppError('bad_picture'))
      }),
  })
  const question = await addQuestion('True or false', 'Is it?')
  await user.upload(
    question.getByLabelText('Question picture'),
    new File([new Uint8Array(10)], 'plan.png', { type: 'image/png' }),
  )
  const header = screen.getByRole('button', { name: /^1 ?Is it/ })
  await user.click(header)
  expect(screen.queryByRole('group', { name: 'Question 1' })).toBeNull()
  failUpload()
  await user.click(header)
  await getGroup('Question 1').findByText(/^Couldn’t upload the picture/)
})

test('keeps a question open while its last error is fixed', async () => {
  const { user, addQuestion, quiz } = await showQuiz()
  await addQuestion('True or false', '')
  await addQuestion('True or false', 'And this?', 2)
  await user.click(getSaveButton())
  await screen.findByText('One field needs attention.')
  const text = getGroup('Question 1').getByLabelText('Question')
  await user.type(text, 'Is')
  await waitFor(() => expect(quiz.queryByText('A question is required')).toBeNull())
  await user.type(text, ' it?')
  expect(getGroup('Question 1').getByLabelText<HTMLTextAreaElement>('Question').value).toBe('Is it?')
})

test('renames a pool with its questions, however its name is typed', async () => {
  const { user, quiz, addQuestion, save } = await showQuiz()
  await user.click(quiz.getByRole('button', { name: 'Add a pool' }))
  await user.click(quiz.getByRole('button', { name: 'Add a pool' }))
  await user.click(getGroup('Pool 1').getByRole('button'))
  await user.click(quiz.getByRole('button', { name: 'Add a pool' }))
  expect(getPoolNames()).toEqual(['Pool 2', 'Pool 3'])
  await user.selectOptions((await addQuestion('True or false', 'Is it?')).getByLabelText('Pool'), 'Pool 2')
  await user.selectOptions((await addQuestion('True or false', 'And this?', 2)).getByLabelText('Pool'), 'Pool 3')
  const name = getGroup('Pool 1').getByLabelText('Name')
  await user.clear(name)
  await user.tab()
  expect(getPoolNames()).toEqual(['Pool 2', 'Pool 3'])
  await fill(user, name, 'Pool 3')
  getGroup('Pool 1').getByText('Another pool has this name')
  await user.type(name, '0')
  expect(getGroup('Pool 1').queryByText('Another pool has this name')).toBeNull()
  const saved = (await save()).materials[3]?.quiz
  expect(saved?.pools?.map((pool) => pool.name)).toEqual(['Pool 30', 'Pool 3'])
  expect(saved?.questions.map(({ pool }) => pool)).toEqual(['Pool 30', 'Pool 3'])
})

test('keeps a number as it is typed, and says the limits of the time', async () => {
  const { user, quiz, addQuestion, save } = await showQuiz()
  const question = await addQuestion('Number', 'How many?')
  await fill(user, question.getByLabelText('Correct answer'), '2')
  const tolerance = question.getByLabelText<HTMLInputElement>('Tolerance')
  await user.clear(tolerance)
  await user.type(tolerance, '5')
  expect(tolerance.value).toBe('5')
  const time = quiz.getByLabelText<HTMLInputElement>('Time limit (minutes)')
  await fill(user, time, '0.1')
  await user.click(getSaveButton())
  await screen.findByText('The time limit must be from 10 seconds to 24 hours')
  await fill(user, time, '2.01')
  expect(time.value).toBe('2.01')
  expect((await save()).materials[3]?.quiz).toMatchObject({ time_limit_s: 121, questions: [{ tolerance: 5 }] })
})

test('does not take 1,000 points for one', async () => {
  const { user, addQuestion, save } = await showQuiz()
  const points = (await addQuestion('True or false', 'Is it?')).getByLabelText('Points')
  await fill(user, points, '1,000')
  await user.click(getSaveButton())
  await screen.findByText('Points must be a number')
  await fill(user, points, '0,125')
  expect((await save()).materials[3]?.quiz?.questions).toMatchObject([{ points: 0.125 }])
})

test('keeps the answers while the kinds of a question are passed by', async () => {
  const { user, addQuestion } = await showQuiz()
  const question = await addQuestion('Single choice', 'Which?')
  await fill(user, question.getByLabelText('Answer 1'), 'A')
  await user.selectOptions(question.getByLabelText('Kind'), 'Number')
  await user.selectOptions(question.getByLabelText('Kind'), 'Multiple choice')
  expect(question.getByLabelText<HTMLInputElement>('Answer 1').value).toBe('A')
})
