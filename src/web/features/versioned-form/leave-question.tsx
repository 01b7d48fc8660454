import { DiscardDialog } from '#web/ui/dialog/discard-dialog.tsx'
import { useLeaveGuard } from '#web/features/panels/use-leave-guard.ts'

interface LeaveQuestionProps {
  isUnsaved: () => boolean
  /** Somebody has chosen to lose it. */
  onDiscard: () => void
}

/** Asks before unsaved changes are left behind. */
export function LeaveQuestion({ isUnsaved, onDiscard }: LeaveQuestionProps) {
  const { asks, stay, leave } = useLeaveGuard(isUnsaved)
  if (!asks) return null
  return (
    <DiscardDialog
      onKeep={stay}
      onDiscard={() => {
        onDiscard()
        leave()
      }}
    />
  )
}
