import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCourse } from '#web/testing/examples.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

const ADDRESS = '/student/allcourses'

/** jsdom shows nothing, so nothing comes into view: the observer is told by hand. */
let comeIntoView = () => {}
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        comeIntoView = () => callback([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})

test('a card says what a course is, what it costs, and leads to it', async () => {
  renderScreen(ADDRESS, { getCourses: () => ({ msg: [aCourse()], nextPage: null }) })
  const card = await screen.findByRole('article')
  expect(within(card).getByRole('heading').textContent).toBe('Database Management from first principles')
  expect(within(card).getByText('Tables and joins.')).toBeDefined()
  expect(within(card).getByText('$60')).toBeDefined()
  expect(within(card).getByText('25 % off')).toBeDefined()
  expect(within(card).getByText('2 lessons')).toBeDefined()
  expect(within(card).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['sql', 'joins'])
  expect(within(card).getByRole('link', { name: /Join Now/ }).getAttribute('href')).toBe(
    '/student/CoursePage/41-DatabaseManagementfromfirstprinciples',
  )
})

test('searching and choosing change the address, and the list follows it', async () => {
  const { user, router, calls } = renderScreen(ADDRESS, {
    getCourses: ({ search_text, select_data }) => ({ msg: [aCourse({ title: `${search_text}/${select_data}` })], nextPage: null }),
  })
  await user.type(await screen.findByRole('searchbox'), ' git ')
  await screen.findByRole('heading', { name: 'git/' })
  await user.selectOptions(screen.getByRole('combobox'), 'Free')
  await screen.findByRole('heading', { name: 'git/Free' })
  expect(router.state.location.search).toBe('?search=git&type=Free')
  // The list waits for a pause in typing: not every letter is asked for.
  expect(calls.filter(({ name }) => name === 'getCourses').length).toBeLessThanOrEqual(4)
})

test('the select offers the specification’s choices', async () => {
  renderScreen(ADDRESS, { getCourses: () => ({ msg: [], nextPage: null }) })
  const choices = within(await screen.findByRole('combobox')).getAllByRole('option')
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Select Value', 'Free', 'Paid', 'Discount', 'Top Rated'])
})

test('the next page loads when the last card is in view, and a course is shown once', async () => {
  const page = (from: number) => [aCourse({ course_id: from, title: `Course ${from}` }), aCourse({ course_id: from + 1, title: `Course ${from + 1}` })]
  renderScreen(ADDRESS, {
    getCourses: (input) => (input.page === 1 ? { msg: page(1), nextPage: 2 } : { msg: page(2), nextPage: null }),
  })
  await screen.findByText('Course 2')
  comeIntoView()
  await screen.findByText('Course 3')
  expect(screen.getAllByRole('article')).toHaveLength(3)
  expect(screen.getByText('No more data')).toBeDefined()
})

test('nothing found is said, with a way back to all', async () => {
  renderScreen(`${ADDRESS}?search=zzz`, { getCourses: () => ({ msg: [], nextPage: null }) })
  await screen.findByText('No courses are available')
  expect(screen.getByRole('link', { name: 'Show all courses' }).getAttribute('href')).toBe(ADDRESS)
})

test('a course that the student has joined shows how far they are', async () => {
  renderScreen(ADDRESS, { getCourses: () => ({ msg: [aCourse({ enrolled: true, progress: 40 })], nextPage: null }) })
  await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'))
  expect(screen.getByRole('link', { name: /^Continue/ })).toBeDefined()
})
