import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Review } from '#contract/schemas/reviews.ts'
import { call } from '#web/data/api.ts'

/** A copy of LIMITS.review, because importing the contract's fields would load zod. */
export const REVIEW_MAX = 2_000

const REVIEW_CALLS = ['getReviews', 'getReviewSummary', 'getCourseData', 'getCourses', 'getEnrolledCourses']

function useInvalidateReviews() {
  const client = useQueryClient()
  return () => Promise.all(REVIEW_CALLS.map((name) => client.invalidateQueries({ queryKey: [name] })))
}

/**
 * Adds a review or replaces the student's own. Failures are logged, as spec.md section 8 requires, and shown.
 * @param onDone called by the mutation and not by `mutate`, because the form may have unmounted after the refetch
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
