import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildCourse } from '#web/testing/factories.ts'
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
  renderScreen(ADDRESS, { getCourses: () => ({ msg: [buildCourse()], nextPage: null }) })
  const card = await screen.findByRole('article')
  expect(within(card).getByRole('heading').textContent).toBe('Database Management from first principles')
  expect(within(card).getByText('Tables and joins.')).toBeDefined()
  expect(within(card).getByText('$60')).toBeDefined()
  expect(within(card).getByText('25 % off')).toBeDefined()
  expect(within(card).getByText('2 lessons')).toBeDefined()
  expect(
    within(card)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['sql', 'joins'])
  expect(
    within(card)
      .getByRole('link', { name: /Join Now/ })
      .getAttribute('href'),
  ).toBe('/student/CoursePage/41-DatabaseManagementfromfirstprinciples')
})

test('searching and choosing change the address, and the list follows it', async () => {
  const { user, router, calls } = renderScreen(ADDRESS, {
    getCourses: ({ search_text, select_data }) => ({
      msg: [buildCourse({ title: `${search_text}/${select_data}` })],
      nextPage: null,
    }),
  })
  await user.type(await screen.findByRole('searchbox'), ' git ')
  await screen.findByRole('heading', { name: 'git/' })
  await user.selectOptions(screen.getByRole('combobox'), 'Free')
  await screen.findByRole('heading', { name: 'git/Free' })
  expect(router.state.location.search).toBe('?search=git&type=Free')
  // The list waits for a pause in typing: not every letter is asked for.
  expect(calls.filter(({ name }) => name === 'getCourses').length).toBeLessThanOrEqual(4)
})

test('whoever types on keeps the search box, and going back brings its words back', async () => {
  const { user, router } = renderScreen(`${ADDRESS}?search=sql`, {
    getCourses: ({ search_text }) => ({ msg: [buildCourse({ title: `Found: ${search_text}` })], nextPage: null }),
  })
  const box = await screen.findByRole<HTMLInputElement>('searchbox')
  expect(box.value).toBe('sql')
  await user.clear(box)
  await screen.findByRole('heading', { name: 'Found:' })
  await user.keyboard('g')
  await screen.findByRole('heading', { name: 'Found: g' })
  await user.keyboard('it')
  await screen.findByRole('heading', { name: 'Found: git' })
  expect(document.activeElement).toBe(box)
  expect(box.value).toBe('git')
  await router.navigate(`${ADDRESS}?search=java`)
  await waitFor(() => expect(box.value).toBe('java'))
})

test('Enter searches at once', async () => {
  const { user, router } = renderScreen(ADDRESS, { getCourses: () => ({ msg: [], nextPage: null }) })
  await user.type(await screen.findByRole('searchbox'), 'git{Enter}')
  expect(router.state.navigation.location?.search ?? router.state.location.search).toBe('?search=git')
})

test('how many there are is announced', async () => {
  renderScreen(ADDRESS, {
    getCourses: ({ select_data }) => ({
      msg: select_data === 'Free' ? [buildCourse()] : [buildCourse(), buildCourse({ course_id: 42 })],
      nextPage: 2,
    }),
  })
  await screen.findByText('2 courses so far')
})

test('what did not load can be asked for again', async () => {
  let isDown = true
  const { user } = renderScreen(ADDRESS, {
    getCourses: (input) => {
      if (input.page === 1) return { msg: [buildCourse()], nextPage: 2 }
      if (isDown) throw new AppError('busy')
      return { msg: [buildCourse({ course_id: 42, title: 'The second' })], nextPage: null }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Load more' }))
  const again = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await user.click(again)
  await screen.findByText('The second')
})

test('the select offers the specification’s choices', async () => {
  renderScreen(ADDRESS, { getCourses: () => ({ msg: [], nextPage: null }) })
  const choices = within(await screen.findByRole('combobox')).getAllByRole('option')
  expect(choices.map(({ textContent }) => textContent)).toEqual([
    'Select Value',
    'Free',
    'Paid',
    'Discount',
    'Top Rated',
  ])
})

test('the next page loads when the last card is in view, and a course is shown once', async () => {
  const page = (from: number) => [
    buildCourse({ course_id: from, title: `Course ${from}` }),
    buildCourse({ course_id: from + 1, title: `Course ${from + 1}` }),
  ]
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
  renderScreen(ADDRESS, {
    getCourses: () => ({ msg: [buildCourse({ enrolled: true, progress: 40 })], nextPage: null }),
  })
  await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'))
  expect(screen.getByRole('link', { name: /^Join Now/ })).toBeDefined()
})
