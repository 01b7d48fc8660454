import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, query } from '#web/data/api.ts'
import { updateCachedRows } from '#web/data/update-cached-rows.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { useUser } from '#web/data/session.ts'
import { useShowDeleted } from '#web/features/trash/use-restore.ts'

interface NewComment {
  blog_id: number
  comment_text: string
}

/**
 * Failures are logged, as spec.md section 8 requires, and shown.
 * @param onDone called by the mutation and not by `mutate`, because the form may have unmounted
 */
export function useAddComment(blogId: number, onDone: (text: string) => void) {
  const client = useQueryClient()
  return useCallMutation('addComment', {
    mutationFn: (input: NewComment) => {
      const post = client.getQueryData(query('getBlogData', { blog_id: blogId }).queryKey)?.msg[0]
      return call('addComment', { ...input, ...(post && { blog_title: post.title }) })
    },
    onSuccess: (_, { comment_text }) => onDone(comment_text),
    onError: (error) => console.error('The comment was not added:', error.message),
  })
}

/** Also by the form of an earlier visit to the post, whose comment is the draft until it is stored. */
export function useIsSendingComment(blogId: number): boolean {
  const sending = useIsMutating({
    mutationKey: ['addComment'],
    predicate: ({ state }) => (state.variables as NewComment | undefined)?.blog_id === blogId,
  })
  return sending > 0
}

interface DeleteError {
  commentId: number
  text: string
}

/**
 * Optimistic: the comment leaves the list at once and returns if the server refuses. What an admin removes can be taken
 * back from the trash.
 * @param onDone called after a student's own is removed
 */
export function useDeleteComment(onDone: () => void) {
  const client = useQueryClient()
  const isAdmin = useUser()?.role === 'admin'
  const showDeleted = useShowDeleted()
  // Not in the row, which unmounts while the request runs.
  const [deleteError, setDeleteError] = useState<DeleteError | null>(null)
  const { mutate } = useCallMutation('deleteComment', {
    isOptimistic: true,
    mutationFn: (commentId: number) => call('deleteComment', { comment_id: commentId }),
    onMutate: async (commentId) => {
      setDeleteError(null)
      await client.cancelQueries({ queryKey: ['getComments'] })
      return updateCachedRows(client, 'getComments', (row) => (row.comment_id === commentId ? null : row))
    },
    onSuccess: ({ msg }, commentId) => (isAdmin ? showDeleted(msg, { kind: 'comment', id: commentId }) : onDone()),
    onError: (error, commentId, undo) => {
      undo?.()
      console.error('The comment was not removed:', error.message)
      setDeleteError({ commentId, text: error.message })
    },
  })
  return { remove: mutate, deleteError, dismiss: () => setDeleteError(null) }
}

/** Admins can remove any comment, students their own. */
export function useCanRemoveComment(blogId: number): (commentId: number) => boolean {
  const user = useUser()
  const isStudent = user?.role === 'student'
  const { data } = useQuery({ ...query('getOwnComments', { blog_id: blogId }), enabled: isStudent })
  const own = new Set(isStudent ? data?.msg : [])
  return (commentId) => user?.role === 'admin' || own.has(commentId)
}
