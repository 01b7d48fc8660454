import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Review } from '#contract/schemas/reviews.ts'
import { buildCourse, buildLesson, buildReview, mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { REVIEW_MAX } from './use-reviews.ts'

const ADDRESS = '/student/CoursePage/41-DatabaseManagement'

/** A course whose reviews are kept as the server keeps them; one of them may be the student's own. */
function reviewedCourse({
  enrolled = true,
  others = [] as Review[],
  own = null as Review | null,
  role = 'student' as const,
  ...network
}: CallMocks & { enrolled?: boolean; others?: Review[]; own?: Review | null; role?: 'student' | 'admin' } = {}) {
  const all = () => [...(own ? [own] : []), ...others]
  const gave = (stars: number) => all().filter((review) => review.stars === stars).length
  const view = renderScreen(ADDRESS, {
    ...mockSignedIn({ role }),
    getCourseData: () => ({
      msg: {
        msg: { course: buildCourse({ enrolled, reviews: all().length }), materials: [buildLesson()], completed: [] },
        enrolled,
      },
    }),
    getReviews: () => ({ msg: all(), nextPage: null }),
    getReviewSummary: () => ({ msg: { counts: [gave(1), gave(2), gave(3), gave(4), gave(5)], own } }),
    addReview: ({ review_text, stars }) => {
      own = buildReview({ review_id: (own?.review_id ?? 500) + 1, review_text, stars: stars ?? 1, first_name: 'Mara' })
      return { msg: own }
    },
    deleteReview: () => {
      own = null
      return { msg: 'The review is removed' }
    },
    ...network,
  })
  return view
}

const region = () => screen.findByRole('region', { name: 'Reviews' })
const star = (stars: number) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${stars} star`) })
const textField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your review' })

test('a student writes a review: it is sent with its stars, and shown first as their own', async () => {
  const { user, calls } = reviewedCourse({ others: [buildReview({ review_id: 1, review_text: 'By Ken.', stars: 4 })] })
  await region()
  expect(star(1).checked).toBe(true)
  await user.click(star(5))
  await user.type(textField(), '  Worth every minute.  ')
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  const own = await screen.findByRole('region', { name: 'Your review' })
  expect(within(own).getByText('Worth every minute.')).toBeDefined()
  expect(calls.find(({ name }) => name === 'addReview')?.input).toEqual({
    course_id: 41,
    review_text: 'Worth every minute.',
    stars: 5,
  })
  expect(screen.getAllByText('Worth every minute.')).toHaveLength(1)
  expect(screen.getByText('By Ken.')).toBeDefined()
  expect(screen.getByText('from 2 reviews')).toBeDefined()
  expect(screen.getByText('Your review is added')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add review' })).toBeNull()
})

test('after a review whatever shows stars is asked for anew', async () => {
  const { user, calls } = reviewedCourse()
  await region()
  const times = (name: string) => calls.filter((made) => made.name === name).length
  const before = ['getReviews', 'getReviewSummary', 'getCourseData'].map(times)
  await user.type(textField(), 'Good.')
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  await screen.findByRole('region', { name: 'Your review' })
  expect(['getReviews', 'getReviewSummary', 'getCourseData'].map(times)).toEqual(before.map((count) => count + 1))
})

test('a review is said to be added however late the rest of the page is asked anew', async () => {
  let isAdded = false
  const course = {
    msg: {
      msg: { course: buildCourse({ enrolled: true }), materials: [buildLesson()], completed: [] },
      enrolled: true,
    },
  }
  const { user } = reviewedCourse({
    getCourseData: async () => {
      if (isAdded) await new Promise((resolve) => setTimeout(resolve, 150))
      return course
    },
  })
  await region()
  await user.type(textField(), 'Good.')
  isAdded = true
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  await screen.findByText('Your review is added')
  expect(document.activeElement?.contains(screen.getByRole('region', { name: 'Your review' }))).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('without words nothing is sent, and the form says what it wants', async () => {
  const { user, calls } = reviewedCourse()
  await region()
  await user.type(textField(), '   ')
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  await screen.findByText('Write a few words about the course')
  expect(textField().getAttribute('aria-invalid')).toBe('true')
  expect(calls.some(({ name }) => name === 'addReview')).toBe(false)
})

test('a refusal is said at the form and in the console, and loses nothing that was written', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user } = reviewedCourse({
    addReview: () => {
      throw new AppError('too_often')
    },
  })
  await region()
  await user.click(star(4))
  await user.type(textField(), 'Good.')
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Too many requests')
  expect([textField().value, star(4).checked]).toEqual(['Good.', true])
  expect(log).toHaveBeenCalledWith('The review was not added:', expect.any(String))
  log.mockRestore()
})

test('one’s own review is changed in its place', async () => {
  const { user, calls } = reviewedCourse({
    own: buildReview({ review_id: 9, review_text: 'At first sight.', stars: 2 }),
  })
  await user.click(await screen.findByRole('button', { name: 'Edit your review' }))
  expect([textField().value, star(2).checked]).toEqual(['At first sight.', true])
  expect(document.activeElement).toBe(textField())
  await user.clear(textField())
  await user.type(textField(), 'On reflection.')
  await user.click(star(4))
  await user.click(screen.getByRole('button', { name: 'Save review' }))
  await screen.findByText('Your review is saved')
  expect(within(screen.getByRole('region', { name: 'Your review' })).getByText('On reflection.')).toBeDefined()
  expect(calls.find(({ name }) => name === 'addReview')?.input).toMatchObject({
    review_text: 'On reflection.',
    stars: 4,
  })
})

test('a change can be left undone', async () => {
  const { user, calls } = reviewedCourse({ own: buildReview({ review_text: 'As it was.' }) })
  await user.click(await screen.findByRole('button', { name: 'Edit your review' }))
  await user.type(textField(), ' Or not.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('As it was.')).toBeDefined()
  expect(calls.some(({ name }) => name === 'addReview')).toBe(false)
})

test('removing asks once, and gives the form back as it was at first', async () => {
  const { user, calls } = reviewedCourse({ own: buildReview({ review_id: 9, stars: 4 }) })
  await user.click(await screen.findByRole('button', { name: 'Remove your review' }))
  expect(calls.some(({ name }) => name === 'deleteReview')).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep' }))
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  await user.click(screen.getByRole('button', { name: 'Remove your review' }))
  await user.click(screen.getByRole('button', { name: 'Yes, remove' }))
  await screen.findByRole('button', { name: 'Add review' })
  expect(calls.find(({ name }) => name === 'deleteReview')?.input).toEqual({ review_id: 9 })
  expect([textField().value, star(1).checked]).toEqual(['', true])
  expect(screen.getByText('No Reviews Found')).toBeDefined()
})

test('a review that cannot be removed stays, and says why', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user } = reviewedCourse({
    own: buildReview(),
    deleteReview: () => {
      throw new AppError('connection')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Remove your review' }))
  await user.click(screen.getByRole('button', { name: 'Yes, remove' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Error connecting to server')
  expect(screen.getByText('Worth every minute.')).toBeDefined()
  expect(log).toHaveBeenCalled()
  log.mockRestore()
})

test('near its limit the text says how much is left', async () => {
  expect(REVIEW_MAX).toBe(LIMITS.review)
  const { user } = reviewedCourse({ own: buildReview({ review_text: 'x'.repeat(1_795) }) })
  await user.click(await screen.findByRole('button', { name: 'Edit your review' }))
  expect(screen.queryByText(/characters left/)).toBeNull()
  await user.type(textField(), '12345')
  expect(screen.getByText('200 characters left')).toBeDefined()
  expect(textField().maxLength).toBe(2_000)
})

test('who is not enrolled reads reviews, and is offered no form', async () => {
  reviewedCourse({ enrolled: false, others: [buildReview()] })
  await region()
  expect(screen.getByText('Worth every minute.')).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'Your review' })).toBeNull()
  expect(screen.getByText('No more reviews')).toBeDefined()
})

test('the mean and the spread of the stars are told in words, too', async () => {
  const others = [5, 5, 4].map((stars, index) => buildReview({ review_id: index + 1, stars }))
  reviewedCourse({ enrolled: false, others })
  const reviews = within(await region())
  expect(reviews.getByText('4.7')).toBeDefined()
  expect(reviews.getByText('from 3 reviews')).toBeDefined()
  for (const words of ['5 stars: 2 reviews', '4 stars: 1 review', '1 star: 0 reviews'])
    expect(reviews.getByText(words)).toBeDefined()
})

test('a course without reviews says so', async () => {
  reviewedCourse({ enrolled: false })
  await region()
  expect(screen.getByText('No Reviews Found')).toBeDefined()
  expect(screen.queryByText(/^from/)).toBeNull()
})

test('HTML in a review is text', async () => {
  reviewedCourse({ others: [buildReview({ review_text: '<img src=x onerror=alert(1)>', first_name: '<b>Ken</b>' })] })
  await waitFor(() => expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeDefined())
  expect(screen.getByText('<b>Ken</b>')).toBeDefined()
})
