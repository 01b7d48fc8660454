import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallName } from '#contract/methods.ts'
import type { Review } from '#contract/reviews.ts'
import { call } from '#web/api.ts'
import { changeRows } from '#web/paged-lists.ts'
import { useToasts } from '#web/ui/toasts.tsx'

/** What shows a course's stars. */
const OF_REVIEWS: CallName[] = ['getReviews', 'getReviewSummary', 'getCoursesAdmin', 'getCourses', 'getCourseData', 'getUserDetails', 'getTopCourses']

/** Removes a review: it leaves the list at once, and is back where the server refuses. */
export function useRemoveReview() {
  const client = useQueryClient()
  const tell = useToasts()
  return useMutation({
    mutationFn: ({ review_id }: Review) => call('deleteReview', { review_id }),
    onMutate: async (review) => {
      await client.cancelQueries({ queryKey: ['getReviews'] })
      return changeRows(client, 'getReviews', (row) => (row.review_id === review.review_id ? null : row))
    },
    onSuccess: ({ msg }) => tell({ look: 'success', text: msg }),
    onError: (error, { first_name }, undo) => {
      undo?.()
      console.error('Removing the review failed:', error.message)
      tell({ look: 'error', text: `${first_name}’s review is not removed: ${error.message}` })
    },
    onSettled: () => Promise.all(OF_REVIEWS.map((name) => client.invalidateQueries({ queryKey: [name] }))),
  })
}
