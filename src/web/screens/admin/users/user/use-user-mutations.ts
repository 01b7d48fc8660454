import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { CallOutput } from '#contract/contract.ts'
import type { CallName } from '#contract/calls.ts'
import { call, query } from '#web/data/api.ts'
import { paths } from '#contract/paths.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { useShowToast } from '#web/ui/toasts.tsx'

type Details = CallOutput<'getUserDetails'>

interface UserMutation<Variables> {
  send: (variables: Variables) => Promise<{ msg: string }>
  /** What the page shows before the server answers. */
  applyChange: (details: Details, variables: Variables) => Details
  /** Other calls to refetch. */
  staleCalls: CallName[]
  onDone?: () => unknown
}

/** Updates the page optimistically and rolls back when the server refuses. */
function useUserMutation<Variables = void>(
  userId: number,
  { send, applyChange, staleCalls, onDone }: UserMutation<Variables>,
) {
  const client = useQueryClient()
  const showToast = useShowToast()
  const { queryKey } = query('getUserDetails', { user_id: userId })
  return useMutation({
    mutationFn: send,
    onMutate: async (variables) => {
      await client.cancelQueries({ queryKey })
      const previousDetails = client.getQueryData(queryKey)
      if (previousDetails) client.setQueryData(queryKey, { msg: applyChange(previousDetails.msg, variables) })
      return previousDetails
    },
    onSuccess: ({ msg }) => {
      showToast({ variant: 'success', text: msg })
      return onDone?.()
    },
    onError: (error, _, previousDetails) => {
      if (previousDetails) client.setQueryData(queryKey, previousDetails)
      showToast({ variant: 'error', text: error.message })
    },
    onSettled: () =>
      Promise.all(
        (['getUserDetails', ...staleCalls] as const).map((name) => client.invalidateQueries({ queryKey: [name] })),
      ),
  })
}

export function useRemoveReview(userId: number) {
  return useUserMutation<number>(userId, {
    send: (review_id) => call('deleteReview', { review_id }),
    applyChange: (details, id) => ({
      ...details,
      reviews: details.reviews.filter(({ review_id }) => review_id !== id),
    }),
    staleCalls: ['getReviews', 'getReviewSummary', 'getCourseData', 'getCourses', 'getCoursesAdmin'],
  })
}

export function useRemoveComment(userId: number) {
  return useUserMutation<number>(userId, {
    send: (comment_id) => call('deleteComment', { comment_id }),
    applyChange: (details, id) => ({
      ...details,
      comments: details.comments.filter(({ comment_id }) => comment_id !== id),
    }),
    staleCalls: ['getComments'],
  })
}

/** Admins who end their own sessions continue to the logout page. */
export function useEndUserSessions(userId: number) {
  const navigate = useNavigate()
  const isSelf = useSignedInUser().student_id === userId
  return useUserMutation(userId, {
    send: () => call('endUserSessions', { user_id: userId }),
    applyChange: (details) => ({ ...details, user: { ...details.user, status_user: false }, sessions: [] }),
    staleCalls: ['getUsers'],
    ...(isSelf && { onDone: () => navigate(paths.logout) }),
  })
}
