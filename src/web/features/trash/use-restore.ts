import type { TrashKind } from '#contract/choices.ts'
import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { useShowToast } from '#web/ui/toasts.tsx'

interface TrashedRecord {
  kind: TrashKind
  id: number
}

/** Says that something was deleted, with a button that takes it back from the trash. */
export function useShowDeleted() {
  const showToast = useShowToast()
  const { mutate: restore } = useCallMutation('restoreFromTrash', {
    mutationFn: ({ kind, id }: TrashedRecord) => call('restoreFromTrash', { kind, id }),
    onSuccess: ({ msg }) => showToast({ variant: 'success', text: msg }),
    onError: (error) => {
      console.error('Restoring failed:', error.message)
      showToast({ variant: 'error', text: `Couldn’t restore it: ${error.message}` })
    },
  })
  return (text: string, record: TrashedRecord) =>
    showToast({ variant: 'success', text, action: { label: 'Undo', onClick: () => restore(record) } })
}
