import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildCourse, buildLesson, mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
import type { CourseStudent } from './course-students-screen.tsx'

const MARA: CourseStudent = {
  ...{ student_id: 7, name: 'Mara Ilves', email: 'mara@mail.example', image_url: '', progress: 50, has_access: true },
  enrolled_date: '2026-11-01T09:00:00.000Z',
  last_active_date: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  finished_date: null,
}
const JON: CourseStudent = {
  ...{ ...MARA, student_id: 8, name: 'Jon Adeyemi', email: 'jon@mail.example', progress: 100 },
  finished_date: '2026-11-12T09:00:00.000Z',
}
const KEN: CourseStudent = {
  ...{ ...MARA, student_id: 9, name: 'Ken Watanabe', email: 'ken@mail.example', progress: 0 },
  ...{ last_active_date: null, has_access: false },
}

const showStudents = (students: CourseStudent[], mocks: CallMocks = {}, search = '') =>
  showScreen(`/dashboard/courses/41/students${search}`, {
    ...mockSignedIn({ role: 'admin' }),
    getCourseStudents: ({ search_text = '' }) => ({
      msg: students.filter(({ name }) => name.includes(search_text)),
      nextPage: null,
    }),
    getCourseData: () => ({
      msg: {
        msg: {
          course: buildCourse({ course_id: 41, title: 'Git' }),
          ...{ sections: [], completed: [] },
          materials: [
            buildLesson({ material_id: 3, kind: 'quiz', title: 'Final quiz' }),
            buildLesson({ material_id: 4, kind: 'assignment' }),
          ],
        },
        enrolled: false,
      },
    }),
    ...mocks,
  })
const row = (name: RegExp) => within(screen.getByRole('row', { name }))

describe('the students of a course', () => {
  it('shows progress, activity, and who has finished or lost access', async () => {
    await showStudents([MARA, JON, KEN])
    const mara = row(/Mara Ilves/)
    expect(mara.getByRole('link').getAttribute('href')).toBe('/dashboard/courses/41/students/7')
    expect(mara.getAllByRole('progressbar')[0]?.getAttribute('aria-valuenow')).toBe('50')
    expect(mara.getAllByText('2 hours ago').length).toBeGreaterThan(0)
    expect(row(/Jon Adeyemi/).getAllByText(/Nov 12, 2026/).length).toBeGreaterThan(0)
    expect(row(/Ken Watanabe/).getAllByText('No access').length).toBeGreaterThan(0)
  })

  it('leads to the quizzes’ results and to what was handed in', async () => {
    await showStudents([MARA])
    const work = within(screen.getByRole('list', { name: 'Quizzes and assignments' }))
    expect(work.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/dashboard/courses/41/quizzes/3',
      '/dashboard/submissions?course=41',
    ])
  })

  it('searches, and says when nobody matches or nobody has enrolled', async () => {
    const { user, calls } = await showStudents([MARA, JON])
    await user.type(screen.getByRole('searchbox'), 'Nobody')
    expect(await screen.findByText('No students of this course match “Nobody”.')).toBeTruthy()
    expect(calls.findLast(({ name }) => name === 'getCourseStudents')?.input).toMatchObject({ course_id: 41 })
    expect(screen.getByRole('link', { name: 'Clear search' }).getAttribute('href')).toBe(
      '/dashboard/courses/41/students',
    )
  })

  it('shows what to do while nobody has enrolled', async () => {
    await showStudents([])
    expect(screen.getByText('No students yet')).toBeTruthy()
  })

  it('says that an unknown course was not found', async () => {
    spyOnConsoleError()
    await showStudents([], {
      getCourseData: () => {
        throw new AppError('course_not_found')
      },
    })
    expect(screen.getByRole('heading', { level: 1, name: 'Not found' })).toBeTruthy()
  })
})
