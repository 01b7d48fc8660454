import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { fill, getSaveButton, mockCourseServer } from '../mock-course-server.ts'
// Loading what is lazy here keeps the imports' time out of the tests that open it.
import '../content/other-kind-fields.tsx'
import '../edit-course-screen.tsx'
import './quiz-editor.tsx'

beforeEach(() => localStorage.clear())

const getGroup = (name: string) => within(screen.getByRole('group', { name }))

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
  screen.getByText(/^A file is still uploading/)
  expect(calls.some(({ name }) => name === 'updateCourse')).toBe(false)
  finishUpload()
  await waitFor(() => expect(screen.queryByText(/^A file is still uploading/)).toBeNull())
  const { materials } = await save()
  expect(materials[3]).toMatchObject({ title: 'Transactions', quiz: null })
  expect(materials[2]?.quiz?.questions).toMatchObject([
    { text: 'Is it, really?', image_url },
    { text: 'And this?', image_url: '' },
  ])
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
