import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import type { Review } from '#contract/schemas/reviews.ts'
import { buildCourse, buildLesson, buildReview, mockSignedIn } from '#web/testing/factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'

beforeEach(() => localStorage.clear())

const COURSE_URL = '/student/CoursePage/41-DatabaseManagement'

/** A course whose reviews can be added and removed; `own` is the student's. */
function showReviews({
  enrolled = true,
  others = [] as Review[],
  own = null as Review | null,
  role = 'student' as const,
  sending = Promise.resolve(),
  ...mocks
}: CallMocks & {
  enrolled?: boolean
  others?: Review[]
  own?: Review | null
  role?: 'student' | 'admin'
  sending?: Promise<void>
} = {}) {
  const all = () => [...(own ? [own] : []), ...others]
  const countStars = (stars: number) => all().filter((review) => review.stars === stars).length
  const view = renderScreen(COURSE_URL, {
    ...mockSignedIn({ role }),
    getCourseData: () => ({
      msg: {
        msg: {
          course: buildCourse({ enrolled, reviews: all().length }),
          materials: [buildLesson()],
          completed: [],
          sections: [],
        },
        enrolled,
      },
    }),
    getReviews: () => ({ msg: all(), nextPage: null }),
    getReviewSummary: () => ({
      msg: { counts: [countStars(1), countStars(2), countStars(3), countStars(4), countStars(5)], own },
    }),
    addReview: async ({ review_text, stars }) => {
      await sending
      own = buildReview({ review_id: (own?.review_id ?? 500) + 1, review_text, stars: stars ?? 1, first_name: 'Mara' })
      return { msg: own }
    },
    deleteReview: () => {
      own = null
      return { msg: 'The review was removed' }
    },
    ...mocks,
  })
  return view
}

const region = () => screen.findByRole('region', { name: 'Reviews' })
const star = (stars: number) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${stars} star`) })
const textField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your review' })

test('sends a review with its stars and shows it as the student’s own', async () => {
  const { user, calls } = showReviews({ others: [buildReview({ review_id: 1, review_text: 'By Ken.', stars: 4 })] })
  await region()
  expect(star(1).checked).toBe(true)
  await user.click(star(5))
  await user.type(textField(), '  Worth every minute.  ')
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  const own = await screen.findByRole('region', { name: 'Your review' })
  within(own).getByText('Worth every minute.')
  expect(calls.find(({ name }) => name === 'addReview')?.input).toEqual({
    course_id: 41,
    course_title: buildCourse().title,
    review_text: 'Worth every minute.',
    stars: 5,
  })
  expect(screen.getAllByText('Worth every minute.')).toHaveLength(1)
  screen.getByText('By Ken.')
  screen.getByText('from 2 reviews')
  screen.getByText('Review added')
  expect(screen.queryByRole('button', { name: 'Add review' })).toBeNull()
})

test('refetches everything that shows stars after a review', async () => {
  const { user, calls } = showReviews()
  await region()
  const countCalls = (name: string) => calls.filter((made) => made.name === name).length
  const before = ['getReviews', 'getReviewSummary', 'getCourseData'].map(countCalls)
  await user.click(star(4))
  await user.type(textField(), 'Good.')
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  await screen.findByRole('region', { name: 'Your review' })
  expect(['getReviews', 'getReviewSummary', 'getCourseData'].map(countCalls)).toEqual(before.map((count) => count + 1))
})

test.each([
  ['a new review', null],
  ['a changed review', buildReview({ review_text: 'Before.', stars: 2 })],
])('keeps what is typed while %s is being sent', async (_, own) => {
  let answer = () => {}
  const sending = new Promise<void>((resolve) => (answer = resolve))
  const { user } = showReviews({ own, sending })
  await region()
  if (own) await user.click(screen.getByRole('button', { name: 'Edit your review' }))
  await user.click(star(4))
  await user.type(textField(), ' Good.')
  await user.click(screen.getByRole('button', { name: own ? 'Save review' : 'Add review' }))
  await user.type(textField(), ' More')
  answer()
  await screen.findByText(own ? 'Review saved' : 'Review added')
  expect(textField().value).toMatch(/ Good. More$/)
})

/** An enrolled course whose refetch after an added review ends when the test says so. */
function mockSlowRefetch() {
  let isAdded = false
  let finishRefetch = () => {}
  const refetch = new Promise<void>((resolve) => (finishRefetch = resolve))
  const course = {
    msg: {
      msg: { course: buildCourse({ enrolled: true }), materials: [buildLesson()], completed: [], sections: [] },
      enrolled: true,
    },
  }
  const getCourseData = async () => {
    if (isAdded) await refetch
    return course
  }
  return { getCourseData, startAdding: () => (isAdded = true), finishRefetch }
}

test('announces a review when the refetch is slow', async () => {
  const { getCourseData, startAdding, finishRefetch } = mockSlowRefetch()
  const { user } = showReviews({ getCourseData })
  await region()
  await user.click(star(4))
  await user.type(textField(), 'Good.')
  startAdding()
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  await screen.findByRole('region', { name: 'Your review' })
  finishRefetch()
  await screen.findByText('Review added')
  expect(document.activeElement?.contains(screen.getByRole('region', { name: 'Your review' }))).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('keeps the form open when a review is edited before the refetch ends', async () => {
  const { getCourseData, startAdding, finishRefetch } = mockSlowRefetch()
  const { user } = showReviews({ getCourseData })
  await region()
  await user.click(star(4))
  await user.type(textField(), 'Good.')
  startAdding()
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  await user.click(await screen.findByRole('button', { name: 'Edit your review' }))
  await user.type(textField(), ' Very good.')
  finishRefetch()
  await screen.findByText('Review added')
  expect(textField().value).toBe('Good. Very good.')
  expect(document.activeElement).toBe(textField())
})

test('shows an error and sends nothing when the text is blank', async () => {
  const { user, calls } = showReviews()
  await region()
  await user.type(textField(), '   ')
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  await screen.findByText('Enter a review')
  expect(textField().getAttribute('aria-invalid')).toBe('true')
  expect(calls.some(({ name }) => name === 'addReview')).toBe(false)
})

test('asks for a rating before it sends the preset of one star', async () => {
  const { user, calls } = showReviews()
  await region()
  await user.type(textField(), 'Worth every minute.')
  await user.dblClick(screen.getByRole('button', { name: 'Add review' }))
  const error = await screen.findByText('Choose a rating')
  expect(calls.some(({ name }) => name === 'addReview')).toBe(false)
  expect(document.activeElement).toBe(star(1))
  expect(screen.getByRole('group', { name: 'Your rating' }).getAttribute('aria-describedby')).toBe(error.id)
  await user.click(star(5))
  expect(screen.queryByText('Choose a rating')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  await screen.findByRole('region', { name: 'Your review' })
  expect(calls.find(({ name }) => name === 'addReview')?.input).toMatchObject({ stars: 5 })
})

test.each(['mouse', 'keyboard'])('takes one star when it was chosen by %s', async (device) => {
  const { user, calls } = showReviews()
  await region()
  if (device === 'mouse') await user.click(star(1))
  else {
    star(1).focus()
    await user.keyboard(' ')
  }
  await user.type(textField(), 'Not for me.')
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  await screen.findByRole('region', { name: 'Your review' })
  expect(calls.find(({ name }) => name === 'addReview')?.input).toMatchObject({ stars: 1 })
})

test('asks for a rating again after the review was removed', async () => {
  const { user, calls } = showReviews({ own: buildReview({ review_id: 9, stars: 4 }) })
  await user.click(await screen.findByRole('button', { name: 'Remove your review' }))
  await user.click(screen.getByRole('button', { name: 'Yes, remove' }))
  await screen.findByRole('button', { name: 'Add review' })
  await user.type(textField(), 'Again.')
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  await screen.findByText('Choose a rating')
  expect(calls.some(({ name }) => name === 'addReview')).toBe(false)
})

test('keeps the draft after a failure, which is shown and logged', async () => {
  const consoleError = spyOnConsoleError()
  const { user } = showReviews({
    addReview: failWith('too_often'),
  })
  await region()
  await user.click(star(4))
  await user.type(textField(), 'Good.')
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  expect((await screen.findByRole('alert')).textContent).toContain(ERRORS.too_often[1])
  expect([textField().value, star(4).checked]).toEqual(['Good.', true])
  expect(consoleError).toHaveBeenCalledWith('The review was not added:', expect.any(String))
})

test('edits the student’s own review in place', async () => {
  const { user, calls } = showReviews({
    own: buildReview({ review_id: 9, review_text: 'At first sight.', stars: 2 }),
  })
  await user.click(await screen.findByRole('button', { name: 'Edit your review' }))
  expect([textField().value, star(2).checked]).toEqual(['At first sight.', true])
  expect(document.activeElement).toBe(textField())
  await user.clear(textField())
  await user.type(textField(), 'On reflection.')
  await user.click(star(4))
  await user.click(screen.getByRole('button', { name: 'Save review' }))
  await screen.findByText('Review saved')
  within(screen.getByRole('region', { name: 'Your review' })).getByText('On reflection.')
  expect(calls.find(({ name }) => name === 'addReview')?.input).toMatchObject({
    review_text: 'On reflection.',
    stars: 4,
  })
})

test('discards an edit on Cancel', async () => {
  const { user, calls } = showReviews({ own: buildReview({ review_text: 'As it was.' }) })
  await user.click(await screen.findByRole('button', { name: 'Edit your review' }))
  await user.type(textField(), ' Or not.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  screen.getByText('As it was.')
  expect(calls.some(({ name }) => name === 'addReview')).toBe(false)
})

test('asks before removing a review, then shows an empty form', async () => {
  const { user, calls } = showReviews({ own: buildReview({ review_id: 9, stars: 4 }) })
  await user.click(await screen.findByRole('button', { name: 'Remove your review' }))
  expect(calls.some(({ name }) => name === 'deleteReview')).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Remove your review' }))
  await user.click(screen.getByRole('button', { name: 'Yes, remove' }))
  await screen.findByRole('button', { name: 'Add review' })
  expect(calls.find(({ name }) => name === 'deleteReview')?.input).toEqual({ review_id: 9 })
  expect([textField().value, star(1).checked]).toEqual(['', true])
  screen.getByText('No Reviews Found')
})

test('keeps a review and shows the error when removing fails', async () => {
  const consoleError = spyOnConsoleError()
  const { user } = showReviews({
    own: buildReview(),
    deleteReview: failWith('connection'),
  })
  await user.click(await screen.findByRole('button', { name: 'Remove your review' }))
  await user.click(screen.getByRole('button', { name: 'Yes, remove' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Error connecting to server')
  screen.getByText('Worth every minute.')
  expect(consoleError).toHaveBeenCalledWith('The review was not removed:', 'Error connecting to server')
})

test('shows how many characters are left near the limit', async () => {
  const { user } = showReviews({ own: buildReview({ review_text: 'x'.repeat(1_795) }) })
  await user.click(await screen.findByRole('button', { name: 'Edit your review' }))
  expect(screen.queryByText(/characters left/)).toBeNull()
  await user.type(textField(), '12345')
  screen.getByText('200 characters left')
  expect(textField().maxLength).toBe(2_000)
})

test('shows reviews without a form when the student is not enrolled', async () => {
  showReviews({ enrolled: false, others: [buildReview()] })
  await region()
  screen.getByText('Worth every minute.')
  expect(screen.queryByRole('textbox', { name: 'Your review' })).toBeNull()
  screen.getByText('No more reviews')
})

test('a student who is enrolled no longer can remove their review, and not change it', async () => {
  const { user, calls } = showReviews({ enrolled: false, own: buildReview({ refunded: true }) })
  const own = within(await screen.findByRole('region', { name: 'Your review' }))
  expect(screen.getAllByText('Worth every minute.')).toHaveLength(1)
  expect(own.queryByRole('button', { name: 'Edit your review' })).toBeNull()
  await user.click(own.getByRole('button', { name: /Remove/ }))
  await user.click(own.getByRole('button', { name: 'Yes, remove' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your review' })).toBeNull())
  expect(calls.map(({ name }) => name)).toContain('deleteReview')
  expect(screen.queryByRole('textbox', { name: 'Your review' })).toBeNull()
})

test('a review that was written before access ended on the open page can be removed', async () => {
  let isEnrolled = true
  const { user } = showReviews({
    getCourseData: () => ({
      msg: {
        msg: { course: buildCourse({ enrolled: isEnrolled }), materials: [buildLesson()], completed: [], sections: [] },
        enrolled: isEnrolled,
      },
    }),
  })
  await region()
  await user.click(star(4))
  await user.type(textField(), 'Good.')
  isEnrolled = false
  await user.click(screen.getByRole('button', { name: 'Add review' }))
  const own = within(await screen.findByRole('region', { name: 'Your review' }))
  await waitFor(() => expect(own.queryByRole('button', { name: 'Edit your review' })).toBeNull())
  own.getByRole('button', { name: /Remove/ })
})

test('describes the average and distribution of stars to screen readers', async () => {
  const others = [5, 5, 4].map((stars, index) => buildReview({ review_id: index + 1, stars }))
  showReviews({ enrolled: false, others })
  const reviews = within(await region())
  reviews.getByText('4.7')
  reviews.getByText('from 3 reviews')
  for (const words of ['5 stars: 2 reviews', '4 stars: 1 review', '1 star: 0 reviews']) reviews.getByText(words)
})

test('shows a badge for an admin’s review by role', async () => {
  showReviews({
    enrolled: false,
    others: [buildReview({ first_name: 'Ada', role: 'admin' }), buildReview({ review_id: 2 })],
  })
  const [admin, student] = (await region()).querySelectorAll('article')
  within(admin as HTMLElement).getByText('Admin')
  expect(within(student as HTMLElement).queryByText('Admin')).toBeNull()
})

test('marks the review of a student who was refunded', async () => {
  showReviews({ enrolled: false, others: [buildReview({ refunded: true }), buildReview({ review_id: 2 })] })
  const [refunded, kept] = (await region()).querySelectorAll('article')
  within(refunded as HTMLElement).getByText('Refunded')
  expect(within(kept as HTMLElement).queryByText('Refunded')).toBeNull()
})

test('shows an empty state without reviews', async () => {
  showReviews({ enrolled: false })
  await region()
  screen.getByText('No Reviews Found')
  expect(screen.queryByText(/^from/)).toBeNull()
})

test('shows HTML in a review as text', async () => {
  showReviews({ others: [buildReview({ review_text: '<img src=x onerror=alert(1)>', first_name: '<b>Ken</b>' })] })
  await waitFor(() => screen.getByText('<img src=x onerror=alert(1)>'))
  screen.getByText('<b>Ken</b>')
})

describe('a review that was not sent', () => {
  test('comes back with its text and stars, until it is sent', async () => {
    const { user } = showReviews()
    await region()
    await user.type(textField(), 'Half a sent')
    cleanup()
    const again = showReviews()
    await region()
    expect([textField().value, star(1).checked]).toEqual(['Half a sent', true])
    // The preset star was not chosen.
    await again.user.click(screen.getByRole('button', { name: 'Add review' }))
    screen.getByText('Choose a rating')
    await again.user.click(star(4))
    cleanup()
    const third = showReviews()
    await region()
    expect([textField().value, star(4).checked]).toEqual(['Half a sent', true])
    await third.user.click(screen.getByRole('button', { name: 'Add review' }))
    await screen.findByRole('region', { name: 'Your review' })
    await waitFor(() => expect(localStorage).toHaveLength(0))
  })

  test('opens the form of a review that was being edited, without taking the focus', async () => {
    const own = buildReview({ review_id: 9, review_text: 'Good.', stars: 4 })
    const { user } = showReviews({ own })
    await region()
    await user.click(screen.getByRole('button', { name: 'Edit your review' }))
    await user.type(textField(), ' Very')
    cleanup()
    const again = showReviews({ own })
    await region()
    expect([textField().value, star(4).checked]).toEqual(['Good. Very', true])
    expect(document.activeElement).toBe(document.body)
    await again.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('region', { name: 'Your review' })
    expect(localStorage).toHaveLength(0)
  })

  test.each(['nonsense', '9 stars', ' '])('is ignored when the browser has stored %j', async (stored) => {
    localStorage.setItem('review-draft:7:41', stored)
    showReviews()
    await region()
    expect([textField().value, star(1).checked]).toEqual(['', true])
  })
})
