import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DeletedCourse } from '#contract/schemas/admin-courses.ts'
import { AppError } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
// Lazy routes: loading them here keeps the import's time out of the tests that open them.
import '#web/screens/admin/courses/courses-screen.tsx'
import './deleted-courses-screen.tsx'

const SQL: DeletedCourse = {
  course_id: 41,
  title: 'Databases',
  lessons: 9,
  students: 1,
  archived: false,
  deleted_date: '2026-11-20T09:30:00.000Z',
  purged_date: '2026-12-20T09:30:00.000Z',
}
const GIT: DeletedCourse = { ...SQL, course_id: 42, title: 'Git', lessons: 1, students: 0 }

const showDeleted = (mocks: CallMocks = {}, address = '/dashboard/courses/deleted') =>
  showScreen(address, {
    ...mockSignedIn({ role: 'admin' }),
    getDeletedCourses: () => ({ msg: [SQL, GIT], nextPage: null }),
    getCoursesAdmin: () => ({ msg: [], nextPage: null }),
    ...mocks,
  })
const findRow = (title: string) => screen.findByRole('row', { name: new RegExp(title) })

test('lists deleted courses, reached from the Course Panel', async () => {
  const { user } = await showDeleted({}, '/dashboard/courses')
  await user.click(screen.getByRole('link', { name: 'Deleted courses' }))
  await screen.findByRole('heading', { level: 1, name: 'Deleted courses' })
  const row = await findRow('Databases')
  for (const text of ['Nov 20, 2026', 'Dec 20, 2026', '9', '1']) expect(row.textContent).toContain(text)
  expect((await findRow('Git')).textContent).toContain('1 lesson · 0 students')
  expect(screen.getByRole('link', { name: 'Course Panel' }).getAttribute('href')).toBe('/dashboard/courses')
})

test('restores a course, which leaves the list at once', async () => {
  let isRestored = false
  const { user, calls } = await showDeleted({
    getDeletedCourses: () => ({ msg: isRestored ? [GIT] : [SQL, GIT], nextPage: null }),
    restoreCourse: () => {
      isRestored = true
      return { msg: 'The course was restored' }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Restore Databases' }))
  expect(screen.queryByText('Databases')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Deleted courses' }))
  await screen.findByText('The course was restored')
  expect(calls.find(({ name }) => name === 'restoreCourse')?.input).toEqual({ course_id: 41 })
})

test('lists an archived course without an end, and restores it', async () => {
  const { user, calls } = await showDeleted({
    getDeletedCourses: () => ({ msg: [{ ...SQL, archived: true, purged_date: null, students: 7 }], nextPage: null }),
    restoreCourse: () => ({ msg: 'The course was restored' }),
  })
  const row = await findRow('Databases')
  expect(row.textContent).toMatch(/9 lessons · 7 students · archived.*Nov 20, 2026Archived/)
  await user.click(screen.getByRole('button', { name: 'Restore Databases' }))
  await screen.findByText('The course was restored')
  expect(calls.find(({ name }) => name === 'restoreCourse')?.input).toEqual({ course_id: 41 })
})

test('returns the course to the list, says why and logs it when the server refuses', async () => {
  const consoleError = spyOnConsoleError()
  const { user } = await showDeleted({
    restoreCourse: () => {
      throw new AppError('busy')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Restore Git' }))
  await screen.findByText(/^Couldn’t restore “Git”/)
  await findRow('Git')
  expect(consoleError.mock.calls.map(([what]) => what)).toEqual(['Restoring the course failed:'])
})

test('leads back to the courses when none is deleted', async () => {
  await showDeleted({ getDeletedCourses: () => ({ msg: [], nextPage: null }) })
  await screen.findByText('No deleted courses')
  expect(screen.getAllByRole('link', { name: 'Course Panel' })).toHaveLength(2)
})
