import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, query } from '#web/data/api.ts'
import { updateCachedRows } from '#web/data/update-cached-rows.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { useUser } from '#web/data/session.ts'

/** LIMITS.comment of the contract, which would bring its schemas along. */
export const COMMENT_MAX = 2_000

/** Failures are logged, as the spec has it, and shown. */
export function useAddComment(blogId: number) {
  return useCallMutation('addComment', {
    mutationFn: (text: string) => call('addComment', { blog_id: blogId, comment_text: text }),
    onError: (error) => console.error('The comment was not added:', error.message),
  })
}

interface DeleteError {
  commentId: number
  text: string
}

/** Removes a comment: it leaves the list at once, and is back where the server refuses. */
export function useDeleteComment(onDone: () => void) {
  const client = useQueryClient()
  // Here and not in the row: that is gone meanwhile.
  const [deleteError, setDeleteError] = useState<DeleteError | null>(null)
  const { mutate } = useCallMutation('deleteComment', {
    isOptimistic: true,
    mutationFn: (commentId: number) => call('deleteComment', { comment_id: commentId }),
    onMutate: async (commentId) => {
      setDeleteError(null)
      await client.cancelQueries({ queryKey: ['getComments'] })
      return updateCachedRows(client, 'getComments', (row) => (row.comment_id === commentId ? null : row))
    },
    onSuccess: onDone,
    onError: (error, commentId, undo) => {
      undo?.()
      console.error('The comment was not removed:', error.message)
      setDeleteError({ commentId, text: error.message })
    },
  })
  return { remove: mutate, refusal: deleteError, dismiss: () => setDeleteError(null) }
}

/** Which comments whoever is here may remove: an admin any, everybody else their own. */
export function useCanRemoveComment(blogId: number): (commentId: number) => boolean {
  const user = useUser()
  const isStudent = user?.role === 'student'
  const { data } = useQuery({ ...query('getOwnComments', { blog_id: blogId }), enabled: isStudent })
  const own = new Set(isStudent ? data?.msg : [])
  return (commentId) => user?.role === 'admin' || own.has(commentId)
}
