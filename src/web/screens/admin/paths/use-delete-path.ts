import { useQueryClient } from '@tanstack/react-query'
import type { AdminPath } from '#contract/schemas/learning/paths.ts'
import { call, query } from '#web/data/api.ts'
import { updateCachedRows } from '#web/data/update-cached-rows.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { useShowToast } from '#web/ui/toasts.tsx'

/** Removes the path from the list at once, and restores it when the server refuses. */
export function useDeletePath() {
  const client = useQueryClient()
  const showToast = useShowToast()
  return useCallMutation('deletePath', {
    isOptimistic: true,
    mutationFn: ({ path_id }: AdminPath) => call('deletePath', { path_id }),
    onMutate: async (path) => {
      await client.cancelQueries({ queryKey: ['getPathsAdmin'] })
      return updateCachedRows(client, 'getPathsAdmin', (row) => (row.path_id === path.path_id ? null : row))
    },
    onSuccess: ({ msg }, { path_id }) => {
      client.removeQueries({ queryKey: query('getPathForm', { path_id }).queryKey })
      showToast({ variant: 'success', text: msg })
    },
    onError: (error, { title }, undo) => {
      undo?.()
      console.error('Deleting the path failed:', error.message)
      showToast({ variant: 'error', text: `Couldn’t delete “${title}”: ${error.message}` })
    },
  })
}
