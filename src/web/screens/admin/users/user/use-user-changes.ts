import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { CallOutput } from '#contract/contract.ts'
import type { CallName } from '#contract/methods.ts'
import { call, query } from '#web/data/api.ts'
import { paths } from '#contract/paths.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { useToasts } from '#web/ui/toasts.tsx'

type Details = CallOutput<'getUserDetails'>

interface Change<What> {
  send: (what: What) => Promise<{ msg: string }>
  /** The page once it is done. */
  change: (details: Details, what: What) => Details
  /** Calls that told of it, too. */
  stale: CallName[]
  onDone?: () => unknown
}

/** Changes a user's page before the server has said yes; a refusal brings back what was there, and says why. */
function useUserChange<What = void>(userId: number, { send, change, stale, onDone }: Change<What>) {
  const client = useQueryClient()
  const tell = useToasts()
  const { queryKey } = query('getUserDetails', { user_id: userId })
  return useMutation({
    mutationFn: send,
    onMutate: async (what) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, { msg: change(before.msg, what) })
      return before
    },
    onSuccess: ({ msg }) => {
      tell({ look: 'success', text: msg })
      return onDone?.()
    },
    onError: (error, _, before) => {
      if (before) client.setQueryData(queryKey, before)
      tell({ look: 'error', text: error.message })
    },
    onSettled: () =>
      Promise.all(
        (['getUserDetails', ...stale] as const).map((name) => client.invalidateQueries({ queryKey: [name] })),
      ),
  })
}

export function useRemoveReview(userId: number) {
  return useUserChange<number>(userId, {
    send: (review_id) => call('deleteReview', { review_id }),
    change: (details, id) => ({ ...details, reviews: details.reviews.filter(({ review_id }) => review_id !== id) }),
    stale: ['getReviews', 'getReviewSummary', 'getCourseData', 'getCourses', 'getCoursesAdmin'],
  })
}

export function useRemoveComment(userId: number) {
  return useUserChange<number>(userId, {
    send: (comment_id) => call('deleteComment', { comment_id }),
    change: (details, id) => ({ ...details, comments: details.comments.filter(({ comment_id }) => comment_id !== id) }),
    stale: ['getComments'],
  })
}

/** Who signs themselves out is led to where that ends. */
export function useEndUserSessions(userId: number) {
  const navigate = useNavigate()
  const isSelf = useSignedInUser().student_id === userId
  return useUserChange(userId, {
    send: () => call('endUserSessions', { user_id: userId }),
    change: (details) => ({ ...details, user: { ...details.user, status_user: false }, sessions: [] }),
    stale: ['getUsers'],
    ...(isSelf && { onDone: () => navigate(paths.logout) }),
  })
}
