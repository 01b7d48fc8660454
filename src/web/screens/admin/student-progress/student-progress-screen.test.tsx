import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildCourse, mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import type { StudentProgress } from './student-progress-screen.tsx'

const PROGRESS: StudentProgress = {
  student: { student_id: 7, name: 'Mara Ilves', email: 'mara@mail.example' },
  course: { course_id: 41, title: 'Git' },
  ...{ progress: 50, finished_date: null, prerequisites_waived: false },
  materials: [
    { material_id: 1, title: 'Commits', kind: 'video', isCompleted: true, watched_percent: 80 },
    { material_id: 2, title: 'Quiz', kind: 'quiz', isCompleted: false, watched_percent: 0 },
  ],
  events: [
    {
      ...{ event_id: 2, kind: 'lesson_completed', material_id: 1, material_title: 'Commits' },
      ...{ text: 'Completed “Commits”', actor_name: 'Ada Admin', reason: 'Shown in class' },
      created_date: '2026-11-12T09:00:00.000Z',
    },
  ],
}
const REQUIRED = { course_id: 2, title: 'Basics', blocking: true, done: false }

/** Keeps the progress as the server does. */
async function showProgress(mocks: CallMocks = {}) {
  let progress = PROGRESS
  const view = await showScreen('/dashboard/courses/41/students/7', {
    ...mockSignedIn({ role: 'admin' }),
    getStudentProgress: () => ({ msg: progress }),
    getCourseData: () => ({
      msg: {
        msg: { course: buildCourse({ requires: [REQUIRED] }), sections: [], materials: [], completed: [] },
        enrolled: false,
      },
    }),
    setLessonProgress: ({ material_id, value }) => {
      const materials = progress.materials.map((one) =>
        one.material_id === Number(material_id) ? { ...one, isCompleted: value } : one,
      )
      progress = { ...progress, materials, progress: 100 }
      return { msg: { progress: 100 } }
    },
    resetProgress: () => {
      progress = { ...progress, progress: 0, events: [] }
      return { msg: 'The progress was reset' }
    },
    waivePrerequisites: () => {
      progress = { ...progress, prerequisites_waived: true }
      return { msg: 'The prerequisites were waived' }
    },
    ...mocks,
  })
  const act = async (button: string, title: string, label: string, reason = '') => {
    await view.user.click(screen.getByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    if (reason) await view.user.type(dialog.getByLabelText(/Reason/), reason)
    await view.user.click(dialog.getByRole('button', { name: label }))
    return dialog
  }
  return { ...view, act, getInput: (name: string) => view.calls.findLast((call) => call.name === name)?.input }
}

describe('a student’s progress in a course', () => {
  it('shows the lessons and the timeline with who did it and why', async () => {
    await showProgress()
    expect(screen.getByRole('heading', { level: 1, name: 'Mara Ilves' })).toBeTruthy()
    expect(screen.getByText('1 of 2 completed')).toBeTruthy()
    expect(screen.getByText('Video · Completed · 80% watched')).toBeTruthy()
    const timeline = within(screen.getByRole('region', { name: 'Timeline' }))
    expect(timeline.getByText('Completed “Commits”')).toBeTruthy()
    expect(timeline.getByText('Reason: Shown in class')).toBeTruthy()
    expect(timeline.getByText(/Ada Admin/)).toBeTruthy()
  })

  it('completes a lesson only with a reason', async () => {
    const { act, getInput } = await showProgress()
    const dialog = await act('Complete Quiz', 'Complete lesson', 'Complete')
    expect(dialog.getByText('Reason is required')).toBeTruthy()
    expect(getInput('setLessonProgress')).toBeUndefined()
  })

  it('completes and reopens lessons', async () => {
    const { act, getInput } = await showProgress()
    await act('Complete Quiz', 'Complete lesson', 'Complete', 'Oral exam')
    const ids = { student_id: 7, course_id: 41 }
    await screen.findByText('2 of 2 completed')
    expect(getInput('setLessonProgress')).toEqual({ ...ids, material_id: 2, value: true, reason: 'Oral exam' })
    await act('Reopen Commits', 'Reopen lesson', 'Reopen', 'By mistake')
    await screen.findByText('1 of 2 completed')
    expect(getInput('setLessonProgress')).toMatchObject({ material_id: 1, value: false, reason: 'By mistake' })
    const dialog = await act('Reopen Quiz', 'Reopen lesson', 'Reopen')
    expect(dialog.getByText(/open again for Mara Ilves\. Earlier attempts no longer count\./)).toBeTruthy()
  })

  it('resets the progress and waives prerequisites', async () => {
    const { act, getInput } = await showProgress()
    await act('Waive prerequisites', 'Waive prerequisites', 'Waive', 'Knows it')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Waive prerequisites' })).toBeNull())
    expect(screen.getByText(/Prerequisites waived/)).toBeTruthy()
    expect(getInput('waivePrerequisites')).toEqual({ student_id: 7, course_id: 41, reason: 'Knows it' })
    await act('Reset progress', 'Reset progress', 'Reset progress', 'Wants to start again')
    expect(await screen.findByText('Nothing has happened in this course yet.')).toBeTruthy()
  })

  it('keeps the dialog open when the server refuses', async () => {
    const { act } = await showProgress({
      resetProgress: () => {
        throw new AppError('not_enrolled')
      },
    })
    const dialog = await act('Reset progress', 'Reset progress', 'Reset progress', 'Again')
    expect(await dialog.findByText(new AppError('not_enrolled').message)).toBeTruthy()
  })
})
