import type { User } from '#contract/schemas/users.ts'
import { WarningDialog } from '#web/ui/dialog/warning-dialog.tsx'
import { nameOf } from '#web/features/users/name-of.ts'

interface DeleteUserDialogProps {
  user: User
  onConfirm: () => void
  onCancel: () => void
}

export function DeleteUserDialog({ user, onConfirm, onCancel }: DeleteUserDialogProps) {
  return (
    <WarningDialog
      text={`${nameOf(user)} (${user.email}) goes with all that is theirs: courses, reviews, comments and messages. This data will be permanently deleted and cannot be undone.`}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
