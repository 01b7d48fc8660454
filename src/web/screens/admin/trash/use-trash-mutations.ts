import { useQueryClient } from '@tanstack/react-query'
import type { TrashEntry } from '#contract/schemas/operations/trash.ts'
import { call } from '#web/data/api.ts'
import { updateCachedRows } from '#web/data/update-cached-rows.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { useShowToast } from '#web/ui/toasts.tsx'

/** Removes the entry from the list at once, and returns it when the server refuses. */
function useTrashMutation(name: 'restoreFromTrash' | 'deleteFromTrash', verb: 'restore' | 'delete') {
  const client = useQueryClient()
  const showToast = useShowToast()
  return useCallMutation(name, {
    isOptimistic: true,
    mutationFn: ({ kind, id }: TrashEntry) => call(name, { kind, id }),
    onMutate: async ({ kind, id }) => {
      await client.cancelQueries({ queryKey: ['getTrash'] })
      return updateCachedRows(client, 'getTrash', (row) => (row.kind === kind && row.id === id ? null : row))
    },
    onSuccess: ({ msg }) => showToast({ variant: 'success', text: msg }),
    onError: (error, entry, undo) => {
      undo?.()
      console.error(`Couldn’t ${verb} from the trash:`, error.message)
      showToast({ variant: 'error', text: `Couldn’t ${verb} “${entry.name}”: ${error.message}` })
    },
  })
}

export const useRestore = () => useTrashMutation('restoreFromTrash', 'restore')
export const useDeleteForGood = () => useTrashMutation('deleteFromTrash', 'delete')
