import type { TrashEntry } from '#contract/schemas/operations/trash.ts'
import { DeleteRowAction } from '#web/features/panels/delete-row-action.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDeleteForGood, useRestore } from './use-trash-mutations.ts'

export function EntryActions({ entry }: { entry: TrashEntry }) {
  const { mutate: restore } = useRestore()
  const { mutate: deleteForGood } = useDeleteForGood()
  return (
    <div className="flex items-center justify-end gap-1">
      <Button
        variant="secondary"
        size="sm"
        onClick={({ currentTarget }) => {
          // The button leaves with its row.
          currentTarget.closest<HTMLElement>('[role=region]')?.focus()
          restore(entry)
        }}
      >
        Restore<span className="sr-only"> {entry.name}</span>
      </Button>
      {entry.purged_date !== null && (
        <DeleteRowAction
          title={`${entry.name} for good`}
          warning={`“${entry.name}” will be permanently deleted now and cannot be undone.`}
          onDelete={() => deleteForGood(entry)}
        />
      )}
    </div>
  )
}
