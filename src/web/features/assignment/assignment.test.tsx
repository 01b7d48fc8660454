import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { SUBMISSION_FORMS } from '#contract/choices.ts'
import { AppError } from '#contract/errors.ts'
import type { Submission } from '#contract/schemas/learning/submissions.ts'
import { buildCourse, buildLesson, mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
// Loaded before the first test, which would wait for their modules to be transformed.
import './assignment-stages.tsx'
import '#web/screens/student/course/course-screen.tsx'

const buildSubmission = (values: Partial<Submission> = {}): Submission => ({
  ...{ submission_id: 5, text: 'It is round.', file_url: '', file_name: '', status: 'waiting', feedback: '' },
  ...{ submitted_date: '2026-11-21T10:00:00.000Z', graded_date: null },
  ...values,
})

interface Setting {
  form?: (typeof SUBMISSION_FORMS)[number]
  role?: 'student' | 'admin'
  mocks?: CallMocks
}

function renderAssignment(submissions: Submission[], { form = 'text', role = 'student', mocks }: Setting = {}) {
  const lesson = buildLesson({
    material_id: 901,
    title: 'Draw a lamp',
    kind: 'assignment',
    completion: 'accepted',
    url: '',
  })
  const course = buildCourse({ enrolled: true, lessons: 1 })
  return renderScreen('/student/CoursePage/41-Lamps', {
    ...mockSignedIn({ role }),
    getReviews: () => ({ msg: [], nextPage: null }),
    getReviewSummary: () => ({ msg: { counts: [0, 0, 0, 0, 0], own: null } }),
    getCourseData: () => ({
      msg: { msg: { course, sections: [], materials: [lesson], completed: [] }, enrolled: true },
    }),
    getNotes: () => ({ msg: [] }),
    getLesson: () => ({
      msg: {
        ...lesson,
        content: '<p onclick="alert(1)">Draw <strong>one</strong></p>',
        assignment: { form, submissions: [...submissions] },
      },
    }),
    submitAssignment: ({ text = '' }) => {
      const submission = buildSubmission({ text, submission_id: 6 })
      if (submissions[0]?.status === 'waiting') submissions.shift()
      submissions.unshift(submission)
      return { msg: submission }
    },
    ...mocks,
  })
}
afterEach(() => localStorage.clear())
const findAssignment = () => screen.findByRole('region', { name: 'Draw a lamp' })
const getSent = (calls: { name: string; input: unknown }[]) =>
  calls.filter(({ name }) => name === 'submitAssignment').map(({ input }) => input)

test('shows the task, asks for an answer, and hands it in', async () => {
  const { user, calls } = renderAssignment([])
  const assignment = await findAssignment()
  expect(within(assignment).getByText('one').tagName).toBe('STRONG')
  expect(assignment.querySelector('[onclick]')).toBeNull()
  expect(screen.getByText('0 of 1 lesson')).toBeTruthy()
  await user.click(within(assignment).getByRole('button', { name: 'Hand in' }))
  expect(within(assignment).getByText('Write your answer')).toBeTruthy()
  await user.type(within(assignment).getByLabelText('Your answer'), ' It is round. ')
  await user.click(within(assignment).getByRole('button', { name: 'Hand in' }))
  expect(await within(assignment).findByText('Waiting for feedback')).toBeTruthy()
  expect(getSent(calls)).toMatchObject([{ material_id: 901, text: 'It is round.', file_url: '', file_name: '' }])
  expect(within(assignment).queryByRole('button', { name: 'Hand in' })).toBeNull()
  // The button, which had the focus, is gone.
  await waitFor(() => expect(document.activeElement).toBe(assignment))
  expect(screen.getByText('Your work was handed in').closest('[role=status]')).not.toBeNull()
})

test('keeps an unsent answer when the page is left, and forgets it once it is handed in', async () => {
  const first = renderAssignment([])
  await first.user.type(within(await findAssignment()).getByLabelText('Your answer'), 'Half')
  cleanup()
  const { user } = renderAssignment([])
  const field = within(await findAssignment()).getByLabelText<HTMLTextAreaElement>('Your answer')
  expect(field.value).toBe('Half')
  await user.type(field, ' and whole')
  await user.click(screen.getByRole('button', { name: 'Hand in' }))
  await user.click(await screen.findByRole('button', { name: 'Change what you handed in' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('Half and whole')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('assignment-draft'))).toEqual([])
})

test('replaces what waits', async () => {
  const { user, calls } = renderAssignment([buildSubmission()])
  const assignment = await findAssignment()
  await user.click(within(assignment).getByRole('button', { name: 'Change what you handed in' }))
  const field = within(assignment).getByLabelText<HTMLTextAreaElement>('Your answer')
  expect(field.value).toBe('It is round.')
  await user.type(field, ' And bright.')
  await user.click(within(assignment).getByRole('button', { name: 'Hand in' }))
  await waitFor(() => expect(within(assignment).queryByLabelText('Your answer')).toBeNull())
  expect(getSent(calls)).toMatchObject([{ text: 'It is round. And bright.' }])
})

test('keeps what waits when its change is cancelled, or it was graded meanwhile', async () => {
  const submissions = [buildSubmission()]
  const { user } = renderAssignment(submissions)
  const assignment = await findAssignment()
  const change = () => user.click(within(assignment).getByRole('button', { name: 'Change what you handed in' }))
  await change()
  await user.click(within(assignment).getByRole('button', { name: 'Cancel' }))
  expect(within(assignment).queryByRole('form')).toBeNull()
  await change()
  submissions[0] = buildSubmission({ status: 'accepted' })
  await waitFor(() => {
    // As when the page is shown again. The lesson is refetched once it is older than a second.
    window.dispatchEvent(new Event('visibilitychange'))
    within(assignment).getByText('Accepted')
  })
  expect(within(assignment).queryByRole('form')).toBeNull()
})

test('hands in only what the assignment takes', async () => {
  const before = buildSubmission({ file_url: '/api/submissionFiles/x', file_name: 'lamp.pdf' })
  const { user, calls } = renderAssignment([before], { form: 'file' })
  const assignment = await findAssignment()
  await user.click(within(assignment).getByRole('button', { name: 'Change what you handed in' }))
  await user.click(within(assignment).getByRole('button', { name: 'Hand in' }))
  await waitFor(() => expect(getSent(calls)).toMatchObject([{ text: '', file_name: 'lamp.pdf' }]))
})

test('keeps the focus when a control goes with what it did', async () => {
  const before = buildSubmission({ file_url: '/api/submissionFiles/x', file_name: 'lamp.pdf' })
  const { user } = renderAssignment([before], { form: 'file' })
  const assignment = await findAssignment()
  await user.click(within(assignment).getByRole('button', { name: 'Change what you handed in' }))
  expect(document.activeElement).toBe(assignment)
  await user.click(within(assignment).getByRole('button', { name: 'Remove file' }))
  expect(document.activeElement).toBe(within(assignment).getByRole('button', { name: 'Choose a file' }))
})

test('shows feedback and asks for another try after a return, and nothing to do after an acceptance', async () => {
  renderAssignment([
    buildSubmission({ submission_id: 6, status: 'accepted', feedback: 'Well done.' }),
    buildSubmission({ status: 'returned', feedback: 'Add the wick.' }),
  ])
  const assignment = await findAssignment()
  expect(within(assignment).getByText('Add the wick.')).toBeTruthy()
  expect(within(assignment).getByText('Well done.')).toBeTruthy()
  expect(within(assignment).queryByRole('button')).toBeNull()
})

test('keeps the text when handing in fails', async () => {
  const { user } = renderAssignment([buildSubmission({ status: 'returned' })], {
    mocks: {
      submitAssignment: () => {
        throw new AppError('connection')
      },
    },
  })
  const assignment = await findAssignment()
  await user.type(within(assignment).getByLabelText('Your answer'), 'Again')
  await user.click(within(assignment).getByRole('button', { name: 'Hand in' }))
  expect(await within(assignment).findByText('Error connecting to server.')).toBeTruthy()
  expect(within(assignment).getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('Again')
})

test('refuses a file that is empty or beyond 20 MB before it is uploaded', async () => {
  const { user } = renderAssignment([], { form: 'file' })
  const assignment = await findAssignment()
  const input = assignment.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('No file input')
  const large = new File(['x'], 'large.zip')
  Object.defineProperty(large, 'size', { value: 20 * 1024 * 1024 + 1 })
  await user.upload(input, large)
  expect(within(assignment).getByText('The file is too large. The limit is 20 MB')).toBeTruthy()
  await user.upload(input, new File([], 'empty.txt'))
  expect(within(assignment).getByText('The file is empty. Choose another one')).toBeTruthy()
  await user.click(within(assignment).getByRole('button', { name: 'Hand in' }))
  expect(within(assignment).getByText('Choose a file to hand in')).toBeTruthy()
})

test('shows admins the task without a form', async () => {
  renderAssignment([], { role: 'admin' })
  const assignment = await findAssignment()
  expect(within(assignment).queryByRole('form')).toBeNull()
})
