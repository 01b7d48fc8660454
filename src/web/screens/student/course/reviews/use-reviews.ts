import type { Review } from '#contract/schemas/reviews.ts'
import { call } from '#web/data/api.ts'
import { useCourse } from '../use-course.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

/**
 * Adds a review or replaces the student's own. Failures are logged, as spec.md section 8 requires, and shown.
 * @param onSaved called before the refetch, and `onDone` after it: both by the mutation and not by `mutate`, because the
 *   form may have unmounted
 */
export function useAddReview(courseId: number, { onSaved, onDone }: { onSaved: () => void; onDone: () => void }) {
  const { course } = useCourse(courseId)
  return useCallMutation('addReview', {
    mutationFn: (review: Pick<Review, 'review_text' | 'stars'>) =>
      call('addReview', { course_id: courseId, course_title: course.title, ...review }),
    onSuccess: onSaved,
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
