import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildCourse, mockSignedIn } from '#web/testing/factories.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'

const COURSES_URL = '/student/allcourses'

/** jsdom has no layout, so the test triggers the observer. */
let scrollIntoView = () => {}
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        // As on a busy page, which hears of the first view and of the scroll at once.
        scrollIntoView = () => callback([{ isIntersecting: false }, { isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})

test('shows a course’s title, description, price, lessons and tags, and links to it', async () => {
  renderScreen(COURSES_URL, { getCourses: () => ({ msg: [buildCourse()], nextPage: null }) })
  const card = await screen.findByRole('article')
  expect(within(card).getByRole('heading').textContent).toBe('Database Management from first principles')
  within(card).getByText('Tables and joins.')
  within(card).getByText('$60')
  within(card).getByText('25% off')
  within(card).getByText('2 lessons')
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

test.each([
  ['the public page', 'a visitor', {}, '/courses/41-sql'],
  ['no other page than its link does', 'a student', mockSignedIn(), null],
])('leads the card’s title to %s for %s', async (_where, _who, mocks, href) => {
  renderScreen(COURSES_URL, { ...mocks, getCourses: () => ({ msg: [buildCourse({ title: 'SQL' })], nextPage: null }) })
  const title = within(await screen.findByRole('heading', { name: 'SQL' }))
  expect(title.queryByRole('link')?.getAttribute('href') ?? null).toBe(href)
  expect(screen.getByRole('link', { name: 'Join Now: SQL' }).getAttribute('href')).toBe('/student/CoursePage/41-SQL')
})

test('has no empty list for a course without tags', async () => {
  renderScreen(COURSES_URL, { getCourses: () => ({ msg: [buildCourse({ tabs: ' , ' })], nextPage: null }) })
  const card = await screen.findByRole('article')
  expect(within(card).queryByRole('list')).toBeNull()
})

test('updates the URL and the list when searching and filtering', async () => {
  const { user, router, calls } = renderScreen(COURSES_URL, {
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
  // Debounced: fewer requests than letters.
  expect(calls.filter(({ name }) => name === 'getCourses').length).toBeLessThanOrEqual(4)
})

test('keeps the focus while typing and follows the URL on navigation', async () => {
  const { user, router } = renderScreen(`${COURSES_URL}?search=sql`, {
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
  await router.navigate(`${COURSES_URL}?search=java`)
  await waitFor(() => expect(box.value).toBe('java'))
})

test('searches at once on Enter', async () => {
  const { user, calls } = renderScreen(COURSES_URL, { getCourses: () => ({ msg: [], nextPage: null }) })
  await user.type(await screen.findByRole('searchbox'), 'git{Enter}')
  // Sooner than the 250 ms after which a pause in typing would search.
  await waitFor(() => expect(calls.at(-1)?.input).toMatchObject({ search_text: 'git' }), { timeout: 200 })
})

test('shows and announces the number of courses', async () => {
  renderScreen(COURSES_URL, {
    getCourses: ({ select_data }) => ({
      msg: select_data === 'Free' ? [buildCourse()] : [buildCourse(), buildCourse({ course_id: 42 })],
      nextPage: 2,
    }),
  })
  const count = await screen.findByText('2 courses so far')
  expect([count.getAttribute('role'), count.className.includes('sr-only')]).toEqual(['status', false])
})

test('has four columns on the widest screens', async () => {
  renderScreen(COURSES_URL, { getCourses: () => ({ msg: [buildCourse()], nextPage: null }) })
  const card = await screen.findByRole('article')
  expect(card.closest('ul')?.className).toContain('2xl:grid-cols-4')
})

test('searches for the category of a chip, marks it, and clears the search by a second click', async () => {
  const { user, router } = renderScreen(`${COURSES_URL}?type=Free`, {
    getCourses: ({ search_text, select_data }) => ({
      msg: [buildCourse({ title: `${search_text}/${select_data}` })],
      nextPage: null,
    }),
  })
  const chips = within(await screen.findByRole('navigation', { name: 'Categories' }))
  expect(chips.getAllByRole('link')).toHaveLength(10)
  const chip = chips.getByRole('link', { name: 'Cybersecurity Basics' })
  await user.click(chip)
  await screen.findByRole('heading', { name: 'Cybersecurity Basics/Free' })
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Cybersecurity Basics')
  expect(chips.getAllByRole('link').filter((link) => link.getAttribute('aria-current'))).toEqual([chip])
  await user.click(chip)
  await screen.findByRole('heading', { name: '/Free' })
  expect(router.state.location.search).toBe('?type=Free')
  expect(chip.getAttribute('aria-current')).toBeNull()
})

test('loads the next page on retry after a failure', async () => {
  let isDown = true
  const { user } = renderScreen(COURSES_URL, {
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

test('offers the filters of the specification', async () => {
  renderScreen(COURSES_URL, { getCourses: () => ({ msg: [], nextPage: null }) })
  const choices = within(await screen.findByRole('combobox')).getAllByRole('option')
  expect(choices.map(({ textContent }) => textContent)).toEqual([
    'Select Value',
    'Free',
    'Paid',
    'Discount',
    'Top Rated',
  ])
})

test('loads the next page when the last card is in view, without duplicates', async () => {
  const page = (from: number) => [
    buildCourse({ course_id: from, title: `Course ${from}` }),
    buildCourse({ course_id: from + 1, title: `Course ${from + 1}` }),
  ]
  renderScreen(COURSES_URL, {
    getCourses: (input) => (input.page === 1 ? { msg: page(1), nextPage: 2 } : { msg: page(2), nextPage: null }),
  })
  await screen.findByText('Course 2')
  scrollIntoView()
  await screen.findByText('Course 3')
  expect(screen.getAllByRole('article')).toHaveLength(3)
  screen.getByText('No more data')
})

test('shows an empty state that clears the filters, and keeps the keyboard’s focus at the list', async () => {
  const { user } = renderScreen(`${COURSES_URL}?search=zzz`, {
    getCourses: ({ search_text }) => ({ msg: search_text ? [] : [buildCourse()], nextPage: null }),
  })
  await screen.findByText('No courses are available')
  await user.click(screen.getByRole('link', { name: 'Clear filters' }))
  const card = await screen.findByRole('article')
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.contains(card)).toBe(true)
  expect(document.activeElement).not.toBe(screen.getByRole('main'))
})

test('shows the student’s progress in a joined course', async () => {
  renderScreen(COURSES_URL, {
    getCourses: () => ({ msg: [buildCourse({ enrolled: true, progress: 40 })], nextPage: null }),
  })
  await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'))
  screen.getByRole('link', { name: /^Continue/ })
})

test.each([
  ['a course that is not joined', { enrolled: false, progress: 0 }, 'Join Now'],
  ['a joined course', { enrolled: true, progress: 0 }, 'Continue'],
  ['a joined course in progress', { enrolled: true, progress: 99 }, 'Continue'],
  ['a completed course', { enrolled: true, progress: 100 }, 'Completed'],
])('links to %s by what there is to do', async (_what, values, name) => {
  renderScreen(COURSES_URL, {
    ...mockSignedIn(),
    getCourses: () => ({ msg: [buildCourse({ title: 'SQL', ...values })], nextPage: null }),
  })
  const link = await screen.findByRole('link', { name: `${name}: SQL` })
  expect(link.getAttribute('href')).toBe('/student/CoursePage/41-SQL')
})

test.each([
  ['a visitor', {}, 'Sign up', '/signup'],
  ['a student', mockSignedIn(), 'Open chat', '/student/chat'],
  ['an admin', mockSignedIn({ role: 'admin' }), 'Add Course', '/dashboard/courses/add'],
])('leads %s on from an empty catalogue', async (_who, mocks, name, href) => {
  renderScreen(COURSES_URL, { ...mocks, getCourses: () => ({ msg: [], nextPage: null }) })
  await screen.findByText('No courses are available')
  expect(within(screen.getByRole('main')).getByRole('link', { name }).getAttribute('href')).toBe(href)
})

describe('suggestions while one types', () => {
  const GIT = buildCourse({ course_id: 1, title: 'Git, understood once' })
  const MORE_GIT = buildCourse({ course_id: 2, title: 'Git for teams' })
  const SQL = buildCourse({ course_id: 3, title: 'SQL' })

  /** A course's own page asks for more; here only its address counts. */
  async function type(text: string) {
    const view = renderScreen(COURSES_URL, {
      getCourses: ({ search_text = '' }) => ({
        msg: [GIT, MORE_GIT, SQL].filter(({ title }) => title.toLowerCase().includes(search_text)),
        nextPage: null,
      }),
      getPublicCourse: () => {
        throw new AppError('course_not_found')
      },
    })
    const box = await screen.findByRole('searchbox')
    await view.user.type(box, text)
    return { ...view, box }
  }
  const options = () => screen.findAllByRole('option', { name: /Git/ })

  test('leaves the keys of an input method alone', async () => {
    const { user, box, router } = await type('git')
    await options()
    await user.keyboard('{ArrowDown}')
    const active = box.getAttribute('aria-activedescendant')
    fireEvent.keyDown(box, { key: 'ArrowDown', keyCode: 229 })
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 })
    expect(active).not.toBeNull()
    expect(box.getAttribute('aria-activedescendant')).toBe(active)
    expect(router.state.location.pathname).toBe('/student/allcourses')
  })

  test('lists the titles that the search has found, by the list’s own requests', async () => {
    const { box, calls } = await type('git')
    expect((await options()).map(({ textContent }) => textContent)).toEqual([GIT.title, MORE_GIT.title])
    // Titles in another script than the page's.
    const texts = [box, ...(await options()), ...screen.getAllByRole('heading', { name: /Git/ })]
    expect(texts.map(({ dir }) => dir)).toEqual(texts.map(() => 'auto'))
    expect(box.getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Suggestions' }).id)
    // Whatever is asked, and slow typing asks for a part as well, is a page of the list.
    const getSearches = () => calls.filter(({ name }) => name === 'getCourses').map(({ input }) => input)
    await waitFor(() => expect(getSearches().at(-1)).toEqual({ page: 1, search_text: 'git', select_data: '' }))
    for (const input of getSearches())
      expect(input).toEqual({ page: 1, search_text: expect.any(String), select_data: '' })
  })

  test('opens the course that the arrow keys have chosen on Enter', async () => {
    spyOnConsoleError()
    const { box, user, router } = await type('git')
    const [first, second] = await options()
    await user.keyboard('{ArrowDown}')
    expect(box.getAttribute('aria-activedescendant')).toBe(first?.id)
    await user.keyboard('{ArrowDown}')
    expect(second?.getAttribute('aria-selected')).toBe('true')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/courses/2-git-for-teams'))
  })

  test('closes on Escape and when the box is left, and keeps the text and the search', async () => {
    const { box, user, router } = await type('git')
    await options()
    await user.keyboard('{ArrowUp}{Escape}')
    expect(screen.queryByRole('listbox', { name: 'Suggestions' })).toBeNull()
    expect((box as HTMLInputElement).value).toBe('git')
    await user.type(box, ' ')
    await options()
    await user.tab()
    expect(screen.queryByRole('listbox', { name: 'Suggestions' })).toBeNull()
    expect(router.state.location.search).toBe('?search=git')
  })

  test('shows none for a search that finds nothing, and searches on Enter without a choice', async () => {
    const { user, router } = await type('zzz')
    await screen.findByText('No courses are available')
    expect(screen.queryByRole('listbox', { name: 'Suggestions' })).toBeNull()
    await user.keyboard('{Enter}')
    expect(router.state.location.search).toBe('?search=zzz')
  })
})
