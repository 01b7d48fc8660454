import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import { AppError } from '#contract/errors.ts'
import { buildCourse, mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'

const anAdminCourse = (values: Partial<AdminCourse> = {}): AdminCourse => ({
  ...buildCourse(),
  public: true,
  students: 34,
  lessons: 12,
  ...values,
})

const SQL = anAdminCourse({ course_id: 41, title: 'Databases' })
const DRAFT = anAdminCourse({
  course_id: 42,
  title: 'Half a course',
  public: false,
  price: 0,
  discount: 0,
  students: 0,
  lessons: 0,
  stars: 0,
  reviews: 0,
})

const showPanel = (network: CallMocks = {}, address = '/dashboard/courses') =>
  showScreen(address, {
    ...mockSignedIn({ role: 'admin' }),
    getCoursesAdmin: () => ({ msg: [SQL, DRAFT], nextPage: null }),
    ...network,
  })

const rowOf = (title: string) => screen.getByRole('row', { name: new RegExp(title) })

test('the panel lists courses with what students pay, lessons, students and stars', async () => {
  await showPanel()
  expect(screen.getByRole('heading', { level: 1, name: 'Course Panel' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Add Course' }).getAttribute('href')).toBe('/dashboard/courses/add')
  const cells = (title: string) =>
    within(rowOf(title))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  await screen.findByText('Databases')
  expect(cells('Databases').slice(1, 5)).toEqual(['$60instead of $80', '12', '34', '4.8 out of 5 stars, (16 reviews)'])
  expect(within(rowOf('Databases')).queryByText('Draft')).toBeNull()
  expect(within(rowOf('Half a course')).getByText('Draft')).toBeDefined()
  expect(cells('Half a course').slice(1, 5)).toEqual(['Free', '0', '0', '–No reviews yet'])
  expect(screen.getByRole('link', { name: 'Databases' }).getAttribute('href')).toBe('/dashboard/courses/edit/41')
  expect(screen.getByRole('link', { name: 'View Databases as students see it' }).getAttribute('href')).toBe(
    '/student/CoursePage/41-Databases',
  )
  expect(screen.getByText('No more data')).toBeDefined()
})

test('search and select are in the address and ask for their list', async () => {
  const { user, router, calls } = await showPanel({}, '/dashboard/courses?type=Draft')
  await screen.findByText('Databases')
  expect(calls.findLast(({ name }) => name === 'getCoursesAdmin')?.input).toEqual({
    page: 1,
    search_text: '',
    select_data: 'Draft',
  })
  expect(
    within(screen.getByRole('combobox', { name: 'Show' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Select Value', 'Public', 'Draft'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Public')
  await user.type(screen.getByRole('searchbox', { name: 'Search by title' }), 'sql{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?type=Public&search=sql'))
  await waitFor(() =>
    expect(calls.findLast(({ name }) => name === 'getCoursesAdmin')?.input).toEqual({
      page: 1,
      search_text: 'sql',
      select_data: 'Public',
    }),
  )
})

test('without courses the panel says so and offers to add the first', async () => {
  await showPanel({ getCoursesAdmin: () => ({ msg: [], nextPage: null }) })
  expect(await screen.findByText('No courses are available')).toBeDefined()
  expect(screen.getAllByRole('link', { name: 'Add Course' })).toHaveLength(2)
})

test('a course is deleted after the popup that says who loses it; it leaves the list at once', async () => {
  let answer = () => {}
  let isDeleted = false
  const { user, calls } = await showPanel({
    getCoursesAdmin: () => ({ msg: isDeleted ? [DRAFT] : [SQL, DRAFT], nextPage: null }),
    deleteCourse: () =>
      new Promise((resolve) => {
        answer = () => {
          isDeleted = true
          resolve({ msg: 'The course is deleted' })
        }
      }),
  })
  await user.click(await screen.findByRole('button', { name: 'Delete Databases' }))
  const popup = screen.getByRole('dialog', { name: 'WARNING!' })
  expect(popup.textContent).toContain(
    'The course “Databases” and its 12 lessons will be permanently deleted and cannot be undone. 34 students lose it',
  )
  await user.click(within(popup).getByRole('button', { name: 'Cancel' }))
  expect(calls.some(({ name }) => name === 'deleteCourse')).toBe(false)

  await user.click(screen.getByRole('button', { name: 'Delete Databases' }))
  await user.click(screen.getByRole('button', { name: 'YES !' }))
  await waitFor(() => expect(screen.queryByText('Databases')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Courses' }))
  expect(calls.find(({ name }) => name === 'deleteCourse')?.input).toEqual({ course_id: 41 })
  answer()
  expect(await screen.findByText('The course is deleted')).toBeDefined()
  expect(screen.queryByText('Databases')).toBeNull()
})

test('a refused delete brings the course back and says why', async () => {
  const { user } = await showPanel({
    deleteCourse: () => {
      throw new AppError('busy')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Delete Half a course' }))
  expect(screen.getByRole('dialog').textContent).toContain('No student is enrolled in it.')
  await user.click(screen.getByRole('button', { name: 'YES !' }))
  expect(await screen.findByText(/“Half a course” is not deleted: The service is busy/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Half a course' })).toBeDefined()
})

test('a duplicate is a draft whose form opens', async () => {
  const { user, getPathname, calls } = await showPanel({
    duplicateCourse: () => ({ msg: { id: 77, msg: 'A draft is made of it' } }),
    getCourseForm: () => ({ msg: { course: { ...SQL, course_id: 77, public: false }, materials: [], version: 1 } }),
  })
  await user.click(await screen.findByRole('button', { name: 'Duplicate Databases' }))
  await waitFor(() => expect(getPathname()).toBe('/dashboard/courses/edit/77'))
  expect(calls.find(({ name }) => name === 'duplicateCourse')?.input).toEqual({ course_id: 41 })
  expect(await screen.findByText('A draft is made of it')).toBeDefined()
})
