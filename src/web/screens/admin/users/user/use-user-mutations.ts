import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { TrashKind } from '#contract/choices.ts'
import type { CallOutput } from '#contract/contract.ts'
import { call, query } from '#web/data/api.ts'
import type { WriteName } from '#web/data/invalidate.ts'
import { paths } from '#contract/paths.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { useShowDeleted } from '#web/features/trash/use-restore.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { useShowToast } from '#web/ui/toasts.tsx'

type Details = CallOutput<'getUserDetails'>

interface UserMutation<Variables> {
  /** Names the action in the console when it fails. */
  action: string
  send: (variables: Variables) => Promise<{ msg: string }>
  /** What the page shows before the server answers. */
  applyChange: (details: Details, variables: Variables) => Details
  onDone?: () => unknown
  /** Of a deletion by id, which can be undone. */
  trashKind?: TrashKind
}

/** Updates the page optimistically and rolls back when the server refuses. */
function useUserMutation<Variables = void>(
  name: WriteName,
  userId: number,
  { action, send, applyChange, onDone, trashKind }: UserMutation<Variables>,
) {
  const client = useQueryClient()
  const showToast = useShowToast()
  const showDeleted = useShowDeleted()
  const { queryKey } = query('getUserDetails', { user_id: userId })
  return useCallMutation(name, {
    isOptimistic: true,
    mutationFn: send,
    onMutate: async (variables) => {
      await client.cancelQueries({ queryKey })
      const previousDetails = client.getQueryData(queryKey)
      if (previousDetails) client.setQueryData(queryKey, { msg: applyChange(previousDetails.msg, variables) })
      return previousDetails
    },
    onSuccess: ({ msg }, variables) => {
      if (trashKind && typeof variables === 'number') showDeleted(msg, { kind: trashKind, id: variables })
      else showToast({ variant: 'success', text: msg })
      return onDone?.()
    },
    onError: (error, _, previousDetails) => {
      if (previousDetails) client.setQueryData(queryKey, previousDetails)
      console.error(`${action} failed:`, error.message)
      showToast({ variant: 'error', text: error.message })
    },
  })
}

export function useRemoveReview(userId: number) {
  return useUserMutation<number>('deleteReview', userId, {
    action: 'Removing the review',
    trashKind: 'review',
    send: (review_id) => call('deleteReview', { review_id }),
    applyChange: (details, id) => ({
      ...details,
      reviews: details.reviews.filter(({ review_id }) => review_id !== id),
    }),
  })
}

export function useRemoveComment(userId: number) {
  return useUserMutation<number>('deleteComment', userId, {
    action: 'Removing the comment',
    trashKind: 'comment',
    send: (comment_id) => call('deleteComment', { comment_id }),
    applyChange: (details, id) => ({
      ...details,
      comments: details.comments.filter(({ comment_id }) => comment_id !== id),
    }),
  })
}

/** Admins who end their own sessions continue to the logout page. */
export function useEndUserSessions(userId: number) {
  const navigate = useNavigate()
  const isSelf = useSignedInUser().student_id === userId
  return useUserMutation('endUserSessions', userId, {
    action: 'Signing the user out',
    send: () => call('endUserSessions', { user_id: userId }),
    applyChange: (details) => ({ ...details, user: { ...details.user, status_user: false }, sessions: [] }),
    ...(isSelf && { onDone: () => navigate(paths.logout) }),
  })
}
