import type { Review } from '#contract/schemas/reviews.ts'
import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

/** LIMITS.review of the contract, which would bring its schemas along. */
export const REVIEW_MAX = 2_000

/**
 * Adds a review, or puts it in the place of one's first. Failures are logged, as the spec has it, and shown.
 * @param onDone called here and not where it is sent from: the form may be gone by the time that all is asked anew
 */
export function useAddReview(courseId: number, onDone: () => void) {
  return useCallMutation('addReview', {
    mutationFn: (review: Pick<Review, 'review_text' | 'stars'>) =>
      call('addReview', { course_id: courseId, ...review }),
    onSettled: (_, error) => {
      if (!error) onDone()
    },
    onError: (error) => console.error('The review was not added:', error.message),
  })
}

export function useDeleteReview() {
  return useCallMutation('deleteReview', {
    mutationFn: (review: Review) => call('deleteReview', { review_id: review.review_id }),
    onError: (error) => console.error('The review was not removed:', error.message),
  })
}
