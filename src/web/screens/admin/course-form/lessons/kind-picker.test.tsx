import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { fill, getSaveButton, mockCourseServer } from '../mock-course-server.ts'
// Loading what is lazy here keeps the imports' time out of the tests that open it.
import '../content/other-kind-fields.tsx'
import '../edit-course-screen.tsx'
import '../quiz/quiz-editor.tsx'

beforeEach(() => localStorage.clear())

async function showNewLesson(mocks: CallMocks = {}) {
  const { user, calls } = await showScreen('/dashboard/courses/edit/41', mockCourseServer(mocks).mocks)
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  const lesson = within(screen.getByRole('group', { name: 'Lesson 4' }))
  const selectKind = (kind: string) => user.click(lesson.getByRole('radio', { name: kind }))
  const save = async () => {
    await user.click(getSaveButton())
    await screen.findByText('The course was saved')
    const input = calls.findLast(({ name }) => name === 'updateCourse')?.input as CallInput<'updateCourse'>
    return input.materials[3]
  }
  return { user, lesson, selectKind, save }
}

test('gives a new lesson its content back when its kind is chosen again', async () => {
  const { user, lesson, selectKind, save } = await showNewLesson()
  await fill(user, lesson.getByLabelText('Video URL'), 'https://video.example/4')
  await selectKind('Quiz')
  await user.click(await lesson.findByRole('button', { name: 'True or false' }))
  await user.paste('Is it?')
  await selectKind('Video')
  expect(lesson.getByLabelText<HTMLInputElement>('Video URL').value).toBe('https://video.example/4')
  await fill(user, lesson.getByLabelText('Title'), 'Check')
  await selectKind('Quiz')
  expect(await save()).toMatchObject({
    ...{ kind: 'quiz', title: 'Check', url: '', completion: 'passed' },
    quiz: { questions: [{ kind: 'true_false', text: 'Is it?' }] },
  })
})

test('keeps the kind of a new lesson while a picture is uploading', async () => {
  let finishUpload: (() => void) | undefined
  const { lesson, selectKind } = await showNewLesson({
    addContentPicture: () =>
      new Promise((resolve) => {
        finishUpload = () => resolve({ msg: { image_url: `${'a'.repeat(32)}.webp` } })
      }),
  })
  await selectKind('Article')
  const editor = await lesson.findByRole('textbox', { name: 'Article' })
  fireEvent.paste(editor, {
    clipboardData: {
      files: [new File(['x'], 'lamp.png', { type: 'image/png' })],
      types: ['Files'],
      getData: () => '',
    },
  })
  await selectKind('Embed')
  lesson.getByText('Wait until the picture is uploaded, then choose the kind again.')
  await waitFor(() => expect(finishUpload).toBeDefined())
  finishUpload?.()
  await waitFor(() => expect(editor.querySelector('img')).not.toBeNull())
  await selectKind('Embed')
  expect(lesson.queryByText(/^Wait until/)).toBeNull()
  await selectKind('Article')
  expect((await lesson.findByRole('textbox', { name: 'Article' })).querySelector('img')).not.toBeNull()
})
