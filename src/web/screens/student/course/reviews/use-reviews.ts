import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Review } from '#contract/schemas/reviews.ts'
import { call } from '#web/data/api.ts'

/** LIMITS.review of the contract, which would bring its schemas along. */
export const REVIEW_MAX = 2_000

/** What shows reviews, or stars made of them. */
const REVIEW_CALLS = ['getReviews', 'getReviewSummary', 'getCourseData', 'getCourses', 'getEnrolledCourses']

function useInvalidateReviews() {
  const client = useQueryClient()
  return () => Promise.all(REVIEW_CALLS.map((name) => client.invalidateQueries({ queryKey: [name] })))
}

/**
 * Adds a review, or puts it in the place of one's first. Failures are logged, as the spec has it, and shown.
 * @param onDone called here and not where it is sent from: the form may be gone by the time that all is asked anew
 */
export function useAddReview(courseId: number, onDone: () => void) {
  const invalidateReviews = useInvalidateReviews()
  return useMutation({
    mutationFn: (review: Pick<Review, 'review_text' | 'stars'>) =>
      call('addReview', { course_id: courseId, ...review }),
    onSuccess: () => invalidateReviews().then(onDone),
    onError: (error) => console.error('The review was not added:', error.message),
  })
}

export function useDeleteReview() {
  const invalidateReviews = useInvalidateReviews()
  return useMutation({
    mutationFn: (review: Review) => call('deleteReview', { review_id: review.review_id }),
    onSuccess: invalidateReviews,
    onError: (error) => console.error('The review was not removed:', error.message),
  })
}
