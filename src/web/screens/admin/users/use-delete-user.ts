import { useQueryClient } from '@tanstack/react-query'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { call, query } from '#web/data/api.ts'
import { updateCachedRows } from '#web/data/update-cached-rows.ts'
import { useShowDeleted } from '#web/features/trash/use-restore.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { useShowToast } from '#web/ui/toasts.tsx'
import { getFullName } from '#web/features/users/get-full-name.ts'

/** Removes the row optimistically and restores it when the server refuses. */
export function useDeleteUser() {
  const client = useQueryClient()
  const showToast = useShowToast()
  const showDeleted = useShowDeleted()
  return useCallMutation('deleteUser', {
    isOptimistic: true,
    mutationFn: ({ student_id }: User) => call('deleteUser', { user_id: student_id }).catch(ignoreNotFound),
    onMutate: async ({ student_id }) => {
      await client.cancelQueries({ queryKey: ['getUsers'] })
      return updateCachedRows(client, 'getUsers', (row) => (row.student_id === student_id ? null : row))
    },
    onSuccess: (_, user) => {
      client.removeQueries({ queryKey: query('getUserDetails', { user_id: user.student_id }).queryKey })
      showDeleted(`${getFullName(user)} was deleted`, { kind: 'user', id: user.student_id })
    },
    onError: (error, user, undo) => {
      undo?.()
      console.error('Deleting the user failed:', error.message)
      showToast({ variant: 'error', text: `Couldn’t delete ${getFullName(user)}. ${error.message}` })
    },
  })
}

/** Another admin may have deleted the user already. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'user_not_found')) throw error
}
