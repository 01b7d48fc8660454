import type { Review } from '#contract/schemas/reviews.ts'
import { call } from '#web/data/api.ts'
import { useCourse } from '../use-course.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

/**
 * Adds a review or replaces the student's own. Failures are logged, as spec.md section 8 requires, and shown.
 * @param onDone called by the mutation and not by `mutate`, because the form may have unmounted after the refetch
 */
export function useAddReview(courseId: number, onDone: () => void) {
  const { course } = useCourse(courseId)
  return useCallMutation('addReview', {
    mutationFn: (review: Pick<Review, 'review_text' | 'stars'>) =>
      call('addReview', { course_id: courseId, course_title: course.title, ...review }),
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
