import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Review } from '#contract/schemas/reviews.ts'
import { call, query } from '#web/data/api.ts'
import { updateCachedRows } from '#web/data/update-cached-rows.ts'
import { useShowDeleted } from '#web/features/trash/use-restore.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { useShowToast } from '#web/ui/toasts.tsx'

/** Removes the review from the list and the summary optimistically and restores both when the server refuses. */
export function useRemoveReview() {
  const client = useQueryClient()
  const showToast = useShowToast()
  const showDeleted = useShowDeleted()
  return useCallMutation('deleteReview', {
    isOptimistic: true,
    mutationFn: ({ review_id }: Review) => call('deleteReview', { review_id }),
    onMutate: async (review) => {
      await Promise.all([
        client.cancelQueries({ queryKey: ['getReviews'] }),
        client.cancelQueries({ queryKey: ['getReviewSummary'] }),
      ])
      const undoCallbacks = [
        updateCachedRows(client, 'getReviews', (row) => (row.review_id === review.review_id ? null : row)),
        removeFromSummary(client, review),
      ]
      return () => undoCallbacks.forEach((undo) => undo())
    },
    onSuccess: ({ msg }, { review_id }) => showDeleted(msg, { kind: 'review', id: review_id }),
    onError: (error, { first_name }, undo) => {
      undo?.()
      console.error('Removing the review failed:', error.message)
      showToast({ variant: 'error', text: `Couldn’t remove ${first_name}’s review. ${error.message}` })
    },
  })
}

function removeFromSummary(client: QueryClient, { course_id, stars }: Review): () => void {
  const { queryKey } = query('getReviewSummary', { course_id })
  const previousSummary = client.getQueryData(queryKey)
  const getNewCount = (index: number) => (previousSummary?.msg.counts[index] ?? 0) - (index + 1 === stars ? 1 : 0)
  if (previousSummary)
    client.setQueryData(queryKey, {
      ...previousSummary,
      msg: {
        ...previousSummary.msg,
        counts: [getNewCount(0), getNewCount(1), getNewCount(2), getNewCount(3), getNewCount(4)],
      },
    })
  return () => client.setQueryData(queryKey, previousSummary)
}
