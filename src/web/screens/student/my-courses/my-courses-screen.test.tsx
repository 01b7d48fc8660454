import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildCourse, mockSignedIn } from '#web/testing/factories.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import '#web/testing/preload-screens.ts'

const MY_COURSES_URL = '/student/mycourses'
const buildPage = (courses: ReturnType<typeof buildCourse>[], total: number) => ({
  msg: [courses, [{ 'COUNT(*)': total }]] as [typeof courses, [{ 'COUNT(*)': number }]],
  nextPage: null,
})

test('shows a Completed badge on a finished course', async () => {
  renderScreen(MY_COURSES_URL, {
    ...mockSignedIn(),
    getEnrolledCourses: () => buildPage([buildCourse({ enrolled: true, progress: 100 })], 1),
  })
  const card = within(await screen.findByRole('article'))
  expect(card.getAllByText('Completed')).toHaveLength(2)
  expect(card.getByRole('link').textContent).toBe('Completed')
})

test('shows page numbers in windows of five', async () => {
  const { user, router } = renderScreen(MY_COURSES_URL, {
    ...mockSignedIn(),
    getEnrolledCourses: ({ page }) => buildPage([buildCourse({ enrolled: true, title: `On page ${page}` })], 25),
  })
  const pager = await screen.findByRole('navigation', { name: 'Pages' })
  const numbers = () =>
    within(pager)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
      .filter(Boolean)
  expect(numbers()).toEqual(['1', '2', '3', '4', '5'])
  await user.click(within(pager).getByRole('link', { name: 'Next pages' }))
  await screen.findByText('On page 6')
  expect(router.state.location.search).toBe('?page=6')
  expect(numbers()).toEqual(['6', '7'])
})

test('shows the last page when the address names a page past the end', async () => {
  const warn = vi.spyOn(console, 'warn')
  renderScreen(`${MY_COURSES_URL}?page=9`, {
    ...mockSignedIn(),
    getEnrolledCourses: ({ page }) => buildPage(page > 2 ? [] : [buildCourse({ enrolled: true })], 7),
  })
  const pager = within(await screen.findByRole('navigation', { name: 'Pages' }))
  expect(pager.getByRole('link', { current: 'page' }).textContent).toBe('2')
  expect(warn.mock.calls.filter(([text]) => String(text).includes('<Navigate>'))).toEqual([])
})

test('keeps the keyboard’s focus at the list when its filters are cleared', async () => {
  const { user } = renderScreen(`${MY_COURSES_URL}?search=zzz`, {
    ...mockSignedIn(),
    getEnrolledCourses: ({ search_text }) => (search_text ? buildPage([], 0) : buildPage([buildCourse()], 1)),
  })
  await user.click(await screen.findByRole('link', { name: 'Clear filters' }))
  const card = await screen.findByRole('article')
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.contains(card)).toBe(true)
})

test('requests the first page when the filter changes', async () => {
  const { user, calls } = renderScreen(`${MY_COURSES_URL}?page=2`, {
    ...mockSignedIn(),
    getEnrolledCourses: () => buildPage([buildCourse({ enrolled: true })], 7),
  })
  const select = await screen.findByRole('combobox')
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Select Value', 'Completed', 'Top Rated'])
  await user.selectOptions(select, 'Completed')
  await waitFor(() => expect(calls.at(-1)?.input).toEqual({ page: 1, search_text: '', select_data: 'Completed' }))
})

test('links to all courses when the student has joined none', async () => {
  renderScreen(MY_COURSES_URL, { ...mockSignedIn(), getEnrolledCourses: () => buildPage([], 0) })
  await screen.findByText('No courses are available')
  within(screen.getByRole('main')).getByRole('link', { name: 'All courses' })
})

test('sends a visitor to the login', async () => {
  renderScreen(MY_COURSES_URL)
  await screen.findByRole('heading', { name: 'Welcome back' })
})
