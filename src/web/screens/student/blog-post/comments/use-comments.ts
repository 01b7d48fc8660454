import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, query } from '#web/api.ts'
import { useUser } from '#web/session.ts'

/** LIMITS.comment of the contract, which would bring its schemas along. */
export const COMMENT_MAX = 2_000

function useAskAnew() {
  const client = useQueryClient()
  return () => Promise.all(['getComments', 'getOwnComments'].map((name) => client.invalidateQueries({ queryKey: [name] })))
}

/** Failures are logged, as the spec has it, and shown. */
export function useAddComment(blogId: number) {
  const askAnew = useAskAnew()
  return useMutation({
    mutationFn: (text: string) => call('addComment', { blog_id: blogId, comment_text: text }),
    onSuccess: askAnew,
    onError: (error) => console.error('The comment was not added:', error.message),
  })
}

/** @param onDone called here and not by the row: it is gone before all is asked anew */
export function useDeleteComment(onDone: () => void) {
  const askAnew = useAskAnew()
  return useMutation({
    mutationFn: (commentId: number) => call('deleteComment', { comment_id: commentId }),
    onSuccess: () => askAnew().then(onDone),
    onError: (error) => console.error('The comment was not removed:', error.message),
  })
}

/** Which comments whoever is here may remove: an admin any, everybody else their own. */
export function useMayRemove(blogId: number): (commentId: number) => boolean {
  const user = useUser()
  const isStudent = user?.role === 'student'
  const { data } = useQuery({ ...query('getOwnComments', { blog_id: blogId }), enabled: isStudent })
  const own = new Set(isStudent ? data?.msg : [])
  return (commentId) => user?.role === 'admin' || own.has(commentId)
}
