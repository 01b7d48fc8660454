import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import { AppError } from '#contract/errors.ts'
import { buildCourse, buildFormData, mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
// Lazy routes: loading them here keeps the import's time out of the tests that open them.
import '#web/screens/admin/blogs/blogs-screen.tsx'
import '#web/screens/admin/course-form/edit-course-screen.tsx'

const buildAdminCourse = (values: Partial<AdminCourse> = {}): AdminCourse => ({
  ...buildCourse(),
  public: true,
  students: 34,
  has_orders: false,
  broken_lessons: [],
  lessons: 12,
  ...values,
})

const SQL = buildAdminCourse({ course_id: 41, title: 'Databases' })
const DRAFT = buildAdminCourse({
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

const getRow = (title: string) => screen.getByRole('row', { name: new RegExp(title) })

test('shows prices in the site’s currency', async () => {
  const getPaymentSettings = () => ({ msg: { providers: [], currency: 'EUR', tax_rate: 0, tax_included: true } })
  await showPanel({ getPaymentSettings })
  const price = within(getRow('Databases')).getAllByRole('cell')[1]
  expect(price?.textContent).toBe('€60instead of €80')
  expect(getRow('Databases').textContent).toContain('€60 · 34 students')
  expect(document.body.textContent).not.toContain('$')
})

test('lists courses with price, lessons, students and stars', async () => {
  await showPanel()
  screen.getByRole('heading', { level: 1, name: 'Course Panel' })
  expect(screen.getByRole('link', { name: 'Add Course' }).getAttribute('href')).toBe('/dashboard/courses/add')
  const trash = within(screen.getByRole('main')).getByRole('link', { name: 'Trash' })
  expect(trash.getAttribute('href')).toBe('/dashboard/trash')
  const cells = (title: string) =>
    within(getRow(title))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  await screen.findByText('Databases')
  expect(cells('Databases').slice(1, 5)).toEqual(['$60instead of $80', '12', '34', '4.8 out of 5 stars, (16 reviews)'])
  expect(within(getRow('Databases')).queryByText('Draft')).toBeNull()
  within(getRow('Half a course')).getByText('Draft')
  expect(cells('Half a course').slice(1, 5)).toEqual(['Free', '0', '0', '–No reviews yet'])
  expect(screen.getByRole('link', { name: 'Databases' }).getAttribute('href')).toBe('/dashboard/courses/edit/41')
  expect(screen.getByRole('link', { name: 'Edit Databases' }).getAttribute('href')).toBe('/dashboard/courses/edit/41')
  expect(screen.getByRole('link', { name: 'View Databases' }).getAttribute('href')).toBe(
    '/student/CoursePage/41-Databases',
  )
  screen.getByText('No more data')
})

test('loads the list of the searched text and the selected type', async () => {
  const { user, calls } = await showPanel({}, '/dashboard/courses?type=Draft')
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
  await waitFor(() =>
    expect(calls.findLast(({ name }) => name === 'getCoursesAdmin')?.input).toEqual({
      page: 1,
      search_text: 'sql',
      select_data: 'Public',
    }),
  )
})

test('offers to add a course when there are none', async () => {
  await showPanel({ getCoursesAdmin: () => ({ msg: [], nextPage: null }) })
  await screen.findByText('No courses are available')
  expect(screen.getAllByRole('link', { name: 'Add Course' })).toHaveLength(2)
})

test('deletes a course after a warning with the number of students, and removes it from the list at once', async () => {
  let answer = () => {}
  let isDeleted = false
  const { user, calls } = await showPanel({
    getCoursesAdmin: () => ({ msg: isDeleted ? [DRAFT] : [SQL, DRAFT], nextPage: null }),
    deleteCourse: () =>
      new Promise((resolve) => {
        answer = () => {
          isDeleted = true
          resolve({ msg: 'The course was deleted' })
        }
      }),
  })
  await user.click(await screen.findByRole('button', { name: 'Delete Databases' }))
  const popup = screen.getByRole('dialog', { name: 'WARNING!' })
  expect(popup.textContent).toContain(
    'The course “Databases” and its 12 lessons will be permanently deleted and cannot be undone. 34 students will lose access and progress.',
  )
  await user.click(within(popup).getByRole('button', { name: 'Cancel' }))
  expect(calls.some(({ name }) => name === 'deleteCourse')).toBe(false)

  await user.click(screen.getByRole('button', { name: 'Delete Databases' }))
  await user.click(screen.getByRole('button', { name: 'YES !' }))
  await waitFor(() => expect(screen.queryByText('Databases')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Courses' }))
  expect(calls.find(({ name }) => name === 'deleteCourse')?.input).toEqual({ course_id: 41 })
  answer()
  await screen.findByText('The course was deleted')
  expect(screen.queryByText('Databases')).toBeNull()
})

test('warns that a course with orders will be archived', async () => {
  const { user } = await showPanel({
    getCoursesAdmin: () => ({ msg: [{ ...SQL, has_orders: true }], nextPage: null }),
    deleteCourse: () => ({ msg: 'The course has orders, so it was archived' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Delete Databases' }))
  expect(screen.getByRole('dialog').textContent).toContain(
    'The course “Databases” has orders, so it will be archived: nobody can find or buy it any more, and 34 students can still open it. You can restore it under Trash.',
  )
  await user.click(screen.getByRole('button', { name: 'YES !' }))
  await screen.findByText('The course has orders, so it was archived')
})

test('restores the course with an error message when the server refuses to delete it', async () => {
  const consoleError = spyOnConsoleError()
  const { user } = await showPanel({
    deleteCourse: () => {
      throw new AppError('busy')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Delete Half a course' }))
  expect(screen.getByRole('dialog').textContent).toContain('No students are enrolled.')
  await user.click(screen.getByRole('button', { name: 'YES !' }))
  await screen.findByText(/Couldn’t delete “Half a course”: The service is busy/)
  screen.getByRole('link', { name: 'Half a course' })
  expect(consoleError).toHaveBeenCalledWith(
    'Deleting the course failed:',
    expect.stringContaining('The service is busy'),
  )
})

test('opens the form of a duplicate', async () => {
  const { user, calls } = await showPanel({
    duplicateCourse: () => ({ msg: { id: 77, msg: 'The course was duplicated as a draft' } }),
    getCourseForm: () => ({ msg: { course: { ...SQL, course_id: 77, public: false }, ...buildFormData() } }),
  })
  await user.click(await screen.findByRole('button', { name: 'Duplicate Databases' }))
  await screen.findByRole('heading', { level: 1, name: 'Edit Course' })
  expect(calls.find(({ name }) => name === 'duplicateCourse')?.input).toEqual({ course_id: 41 })
  await screen.findByText('The course was duplicated as a draft')
})

test('leads nobody to the form of a duplicate who has left the panel before it was made', async () => {
  let answer = () => {}
  const { user, router, getPathname } = await showPanel({
    duplicateCourse: () =>
      new Promise((resolve) => {
        answer = () => resolve({ msg: { id: 77, msg: 'The course was duplicated as a draft' } })
      }),
    getBlogsAdmin: () => ({ msg: [], nextPage: null }),
  })
  await user.click(await screen.findByRole('button', { name: 'Duplicate Databases' }))
  await act(() => router.navigate('/dashboard/blogs'))
  await screen.findByRole('heading', { level: 1, name: 'Blog Panel' })
  answer()
  await screen.findByText('The course was duplicated as a draft')
  expect(getPathname()).toBe('/dashboard/blogs')
})

const BROKEN = buildAdminCourse({
  course_id: 43,
  title: 'Old films',
  broken_lessons: [
    { material_id: 901, title: 'First', problem: 'not_secure' },
    { material_id: 902, title: 'Second', problem: 'not_a_video' },
    { material_id: 903, title: 'Third', problem: 'reported' },
    { material_id: 904, title: 'Fourth', problem: 'reported' },
    { material_id: 905, title: 'Fifth', problem: 'reported' },
  ],
})

test('lists the lessons that do not play, with links to them in the form', async () => {
  await showPanel({ getCoursesAdmin: () => ({ msg: [SQL, BROKEN], nextPage: null }) })
  const list = within(await screen.findByRole('list', { name: 'Lessons of Old films that don’t play' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Firsthttp:// videos are blocked',
    'SecondNot a video',
    'ThirdA student couldn’t play itIt works',
    '2 more',
  ])
  expect(list.getByRole('link', { name: 'Second' }).getAttribute('href')).toBe('/dashboard/courses/edit/43?lesson=902')
  expect(screen.getAllByRole('list', { name: /don’t play$/ })).toHaveLength(1)
})

test('takes a lesson off the list at once when the admin says that it works', async () => {
  let isCleared = false
  const { user, calls } = await showPanel({
    getCoursesAdmin: () => ({ msg: [isCleared ? { ...BROKEN, broken_lessons: [] } : BROKEN], nextPage: null }),
    clearLessonProblem: () => {
      isCleared = true
      return { msg: 'The report was cleared' }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'It works: Third' }))
  expect(screen.queryByRole('link', { name: 'Third' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Courses' }))
  await screen.findByText('The report was cleared')
  expect(calls.find(({ name }) => name === 'clearLessonProblem')?.input).toEqual({ material_id: 903 })
})

test('returns a lesson to the list, says why and logs it when the server refuses', async () => {
  const consoleError = spyOnConsoleError()
  const { user } = await showPanel({
    getCoursesAdmin: () => ({ msg: [BROKEN], nextPage: null }),
    clearLessonProblem: () => {
      throw new AppError('busy')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'It works: Third' }))
  await screen.findByText(/^Couldn’t clear the report of “Third”/)
  screen.getByRole('link', { name: 'Third' })
  expect(consoleError.mock.calls.map(([what]) => what)).toEqual(['Clearing the report failed:'])
})
