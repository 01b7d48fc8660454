import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallName } from '#contract/methods.ts'
import type { Review } from '#contract/schemas/reviews.ts'
import { call, query } from '#web/data/api.ts'
import { changeRows } from '#web/data/paged-lists.ts'
import { useToasts } from '#web/ui/toasts.tsx'

/** What shows a course's stars. */
const OF_REVIEWS: CallName[] = [
  'getReviews',
  'getReviewSummary',
  'getCoursesAdmin',
  'getCourses',
  'getCourseData',
  'getUserDetails',
  'getTopCourses',
]

/** Removes a review: it leaves the list and its stars the summary at once, and is back where the server refuses. */
export function useRemoveReview() {
  const client = useQueryClient()
  const tell = useToasts()
  return useMutation({
    mutationFn: ({ review_id }: Review) => call('deleteReview', { review_id }),
    onMutate: async (review) => {
      await Promise.all([
        client.cancelQueries({ queryKey: ['getReviews'] }),
        client.cancelQueries({ queryKey: ['getReviewSummary'] }),
      ])
      const undoes = [
        changeRows(client, 'getReviews', (row) => (row.review_id === review.review_id ? null : row)),
        takeFromSummary(client, review),
      ]
      return () => undoes.forEach((undo) => undo())
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

function takeFromSummary(client: QueryClient, { course_id, stars }: Review): () => void {
  const { queryKey } = query('getReviewSummary', { course_id })
  const before = client.getQueryData(queryKey)
  const one = (place: number) => (before?.msg.counts[place] ?? 0) - (place + 1 === stars ? 1 : 0)
  if (before)
    client.setQueryData(queryKey, {
      ...before,
      msg: { ...before.msg, counts: [one(0), one(1), one(2), one(3), one(4)] },
    })
  return () => client.setQueryData(queryKey, before)
}
