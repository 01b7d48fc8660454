import { DiscardDialog } from '#web/ui/dialog/discard-dialog.tsx'
import { useLeaveGuard } from '#web/features/panels/use-leave-guard.ts'

interface UnsavedChangesDialogProps {
  isUnsaved: () => boolean
  onDiscard: () => void
}

/** Asks before the page is left with unsaved changes. */
export function UnsavedChangesDialog({ isUnsaved, onDiscard }: UnsavedChangesDialogProps) {
  const { isBlocked, stay, leave } = useLeaveGuard(isUnsaved)
  if (!isBlocked) return null
  return (
    <DiscardDialog
      onCancel={stay}
      onDiscard={() => {
        onDiscard()
        leave()
      }}
    />
  )
}
