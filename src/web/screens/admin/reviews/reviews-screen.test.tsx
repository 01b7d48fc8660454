import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Review } from '#contract/schemas/reviews.ts'
import { buildReview, mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
// Loaded here so that the lazy import does not count towards the first test.
import './reviews-screen.tsx'

const buildRow = (review_id: number, values: Partial<Review> = {}) =>
  buildReview({
    review_id,
    review_text: `Text ${review_id}`,
    stars: 4,
    first_name: `Name${review_id}`,
    course_id: 41,
    ...values,
  })

function showPanel(address: string, network: CallMocks = {}) {
  return renderScreen(address, {
    ...mockSignedIn({ role: 'admin' }),
    getCourses: () => ({
      msg: [
        { course_id: 41, title: 'Databases' },
        { course_id: 42, title: 'Git' },
      ],
      nextPage: null,
    }),
    getReviews: ({ course_id }) => ({
      msg: Number(course_id) === 41 ? [buildRow(2), buildRow(1, { review_text: '<b>bold</b>' })] : [],
      nextPage: null,
    }),
    getReviewSummary: () => ({ msg: { counts: [0, 0, 0, 2, 0], own: null } }),
    ...network,
  })
}

test('says that a course is gone which is deleted while its reviews are shown', async () => {
  let isDeleted = false
  const { user } = showPanel('/dashboard/reviews?course=41', {
    getReviews: () => {
      if (isDeleted) throw new AppError('course_not_found')
      return { msg: [buildRow(2)], nextPage: null }
    },
  })
  await screen.findByText('Text 2')
  isDeleted = true
  vi.useFakeTimers({ now: Date.now() + 60_000, shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await screen.findByRole('heading', { level: 1, name: 'Course not found' })
  isDeleted = false
  await user.click(screen.getByRole('link', { name: 'Reviews of all courses' }))
  await screen.findByText('Text 2')
})

test('shows the latest reviews of all courses until one is selected', async () => {
  const { user, calls } = showPanel('/dashboard/reviews', {
    getReviews: ({ course_id }) => ({
      msg:
        course_id === undefined
          ? [
              { ...buildRow(9, { course_id: 42 }), course_title: 'Git' },
              { ...buildRow(2), course_title: 'Databases' },
            ]
          : [buildRow(9, { course_id: 42 })],
      nextPage: null,
    }),
  })
  await screen.findByText('Text 9')
  screen.getByText('Text 2')
  expect(calls.find(({ name }) => name === 'getReviews')?.input).toEqual({ page: 1 })
  expect(calls.some(({ name }) => name === 'getReviewSummary')).toBe(false)
  await user.click(await screen.findByRole('link', { name: 'Git' }))
  await waitFor(() => expect(screen.queryByText('Text 2')).toBeNull())
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Course' }).value).toBe('42')
  expect(screen.queryByRole('link', { name: 'Git' })).toBeNull()
})

test('leads to the courses while there are no reviews at all', async () => {
  showPanel('/dashboard/reviews', { getReviews: () => ({ msg: [], nextPage: null }) })
  await screen.findByText('No Reviews Found')
  expect(screen.getByRole('link', { name: 'Course Panel' }).getAttribute('href')).toBe('/dashboard/courses')
})

test('shows the reviews of the course that is selected', async () => {
  const { user } = showPanel('/dashboard/reviews')
  const select = await screen.findByRole('combobox', { name: 'Course' })
  await waitFor(() =>
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Select course', 'Databases', 'Git']),
  )
  await user.selectOptions(select, 'Databases')
  await screen.findByText('Text 2')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Course' }).selectedOptions[0]?.textContent).toBe(
    'Databases',
  )
  expect(screen.getByText('<b>bold</b>')).toBeTruthy()
  expect(screen.getByText('No more reviews')).toBeTruthy()
})

test('shows “No Reviews Found” for a course without reviews', async () => {
  const { user, router } = showPanel('/dashboard/reviews?course=42')
  expect(await screen.findByText('No Reviews Found')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Show reviews of all courses' }))
  await screen.findByRole('link', { name: 'Course Panel' })
  expect(router.state.location.search).toBe('')
  // Not at the top of the page.
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Course Panel' }))
})

test('removes a review once confirmed', async () => {
  let isDeleted = false
  const { user, calls } = showPanel('/dashboard/reviews?course=41', {
    getReviews: () => ({ msg: isDeleted ? [buildRow(1)] : [buildRow(2), buildRow(1)], nextPage: null }),
    deleteReview: () => {
      isDeleted = true
      return { msg: 'The review was removed' }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Remove Name2’s review' }))
  const dialog = screen.getByRole('dialog', { name: 'WARNING!' })
  expect(dialog.textContent).toContain('permanently deleted and cannot be undone')
  await user.click(within(dialog).getByRole('button', { name: 'YES !' }))
  await waitFor(() => expect(screen.queryByText('Text 2')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Reviews' }))
  expect(calls.find(({ name }) => name === 'deleteReview')?.input).toEqual({ review_id: 2 })
  expect(await screen.findByText('The review was removed')).toBeTruthy()
})

test('keeps the focus in the list when its last review is removed', async () => {
  let isDeleted = false
  const { user } = showPanel('/dashboard/reviews?course=41', {
    getReviews: () => ({ msg: isDeleted ? [] : [buildRow(2)], nextPage: null }),
    deleteReview: () => {
      isDeleted = true
      return { msg: 'The review was removed' }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Remove Name2’s review' }))
  await user.click(screen.getByRole('button', { name: 'YES !' }))
  await screen.findByText('No Reviews Found')
  const list = screen.getByRole('region', { name: 'Reviews' })
  expect([document.activeElement, list.tabIndex]).toEqual([list, -1])
})

test('restores the review and its stars and says why when the server refuses', async () => {
  const refusal = new AppError('busy')
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => (refuse = resolve))
  const { user } = showPanel('/dashboard/reviews?course=41', {
    deleteReview: async () => {
      await refused
      throw refusal
    },
  })
  await screen.findByText('from 2 reviews')
  await user.click(await screen.findByRole('button', { name: 'Remove Name2’s review' }))
  await user.click(screen.getByRole('button', { name: 'YES !' }))
  await screen.findByText('from 1 review')
  expect(screen.queryByText('Text 2')).toBeNull()
  refuse()
  expect(await screen.findByText(`Couldn’t remove Name2’s review. ${refusal.message}`)).toBeTruthy()
  expect(screen.getByText('Text 2')).toBeTruthy()
  expect(await screen.findByText('from 2 reviews')).toBeTruthy()
})

test('offers 200 of 10,000 courses, and finds the others by search', async () => {
  const courses = Array.from({ length: 10_000 }, (_, n) => ({
    course_id: n + 1,
    title: n === 9_998 ? 'Zebras at night' : `Course ${String(n).padStart(4, '0')}`,
  }))
  const { user } = showPanel('/dashboard/reviews?course=9000', {
    getCourses: () => ({ msg: courses, nextPage: null }),
  })
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Course' })
  const field = await screen.findByRole('searchbox', { name: 'Search courses' })
  const offered = () => [...select.options].map(({ textContent }) => textContent)
  expect(select.selectedOptions[0]?.textContent).toBe('Course 8999')
  expect([offered().length, offered()[0], offered().at(-1)]).toEqual([
    203,
    'Select course',
    '9,800 more. Search above to find them.',
  ])
  await user.type(field, 'zebra')
  expect(offered()).toEqual(['Select course', 'Course 8999', 'Zebras at night'])
  expect(screen.getByText('1 course. Press Enter to select “Zebras at night”.')).toBeTruthy()
  // The key of an input method.
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  expect(select.selectedOptions[0]?.textContent).toBe('Course 8999')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(select.selectedOptions[0]?.textContent).toBe('Zebras at night'))
  await user.type(field, ' by day{Enter}')
  expect(screen.getByText('No results for “zebra by day”.')).toBeTruthy()
  expect(select.selectedOptions[0]?.textContent).toBe('Zebras at night')
})

test('says that the courses could not be loaded, and loads them again', async () => {
  let isDown = true
  const { user } = showPanel('/dashboard/reviews', {
    getCourses: () => {
      if (isDown) throw new AppError('connection')
      return { msg: [{ course_id: 41, title: 'Databases' }], nextPage: null }
    },
  })
  await screen.findByText('We couldn’t load the courses.')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('option', { name: 'Databases' })
  expect(screen.queryByText('We couldn’t load the courses.')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Course' }))
})

test('loads again after a failure', async () => {
  let isDown = true
  const { user } = showPanel('/dashboard/reviews?course=41', {
    getReviews: () => {
      if (isDown) throw new AppError('not_ready')
      return { msg: [buildRow(2)], nextPage: null }
    },
  })
  await screen.findByText('We couldn’t load the reviews.')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Text 2')
})

test('leads back from the reviews of an archived course, which the list does not have', async () => {
  const { user, router } = showPanel('/dashboard/reviews?course=43')
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Course' })
  await waitFor(() => expect(select.selectedOptions[0]?.text).toBe('An archived course'))
  await user.selectOptions(select, 'Select course')
  expect(router.state.location.search).toBe('')
})
