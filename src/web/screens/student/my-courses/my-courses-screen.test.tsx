import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildCourse, mockSignedIn } from '#web/testing/factories.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

const ADDRESS = '/student/mycourses'
const mine = (courses: ReturnType<typeof buildCourse>[], total: number) => ({
  msg: [courses, [{ 'COUNT(*)': total }]] as [typeof courses, [{ 'COUNT(*)': number }]],
  nextPage: null,
})

test('a finished course wears a Completed badge', async () => {
  renderScreen(ADDRESS, {
    ...mockSignedIn(),
    getEnrolledCourses: () => mine([buildCourse({ enrolled: true, progress: 100 })], 1),
  })
  expect(within(await screen.findByRole('article')).getByText('Completed')).toBeDefined()
})

test('numbers lead through the pages, five at a time', async () => {
  const { user, router } = renderScreen(ADDRESS, {
    ...mockSignedIn(),
    getEnrolledCourses: ({ page }) => mine([buildCourse({ enrolled: true, title: `On page ${page}` })], 25),
  })
  const pager = await screen.findByRole('navigation', { name: 'Pages' })
  const numbers = () =>
    within(pager)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
      .filter(Boolean)
  expect(numbers()).toEqual(['1', '2', '3', '4', '5'])
  await user.click(within(pager).getByRole('link', { name: 'Later pages' }))
  await screen.findByText('On page 6')
  expect(router.state.location.search).toBe('?page=6')
  expect(numbers()).toEqual(['6', '7'])
})

test('a page past the end leads to the last one', async () => {
  const { router } = renderScreen(`${ADDRESS}?page=9`, {
    ...mockSignedIn(),
    getEnrolledCourses: ({ page }) => mine(page > 2 ? [] : [buildCourse({ enrolled: true })], 7),
  })
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'))
})

test('choosing Completed asks for the first page of those', async () => {
  const { user, calls } = renderScreen(`${ADDRESS}?page=2`, {
    ...mockSignedIn(),
    getEnrolledCourses: () => mine([buildCourse({ enrolled: true })], 7),
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

test('who has joined nothing is shown the way to the courses', async () => {
  renderScreen(ADDRESS, { ...mockSignedIn(), getEnrolledCourses: () => mine([], 0) })
  await screen.findByText('No courses are available')
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'All courses' })).toBeDefined()
})

test('a visitor is sent to the login', async () => {
  const { router } = renderScreen(ADDRESS)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})
