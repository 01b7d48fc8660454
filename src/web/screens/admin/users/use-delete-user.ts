import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/users.ts'
import { call, query } from '#web/data/api.ts'
import { changeRows } from '#web/data/paged-lists.ts'
import { useToasts } from '#web/ui/toasts.tsx'
import { nameOf } from '#web/features/users/name-of.ts'

const mutationKey = ['deleteUser']

/** Deletes a user, who leaves the list at once and comes back if the server refuses. */
export function useDeleteUser() {
  const client = useQueryClient()
  const tell = useToasts()
  return useMutation({
    mutationKey,
    mutationFn: ({ student_id }: User) => call('deleteUser', { user_id: student_id }).catch(unlessGone),
    onMutate: async ({ student_id }) => {
      await client.cancelQueries({ queryKey: ['getUsers'] })
      return changeRows(client, 'getUsers', (row) => (row.student_id === student_id ? null : row))
    },
    onSuccess: (_, user) => {
      client.removeQueries({ queryKey: query('getUserDetails', { user_id: user.student_id }).queryKey })
      tell({ look: 'success', text: `${nameOf(user)} is deleted` })
    },
    onError: (error, user, undo) => {
      undo?.()
      tell({ look: 'error', text: `${nameOf(user)} is not deleted. ${error.message}` })
    },
    // Their reviews, comments and messages were everywhere. While others are still on their way out, they would come back.
    onSettled: () => client.isMutating({ mutationKey }) > 1 || client.invalidateQueries(),
  })
}

/** One who is gone already is what was wanted. */
function unlessGone(failure: unknown): void {
  if (!(failure instanceof AppError && failure.code === 'user_not_found')) throw failure
}
