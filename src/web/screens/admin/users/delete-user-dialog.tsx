import type { User } from '#contract/users.ts'
import { WarningDialog } from '#web/ui/warning-dialog.tsx'
import { nameOf } from './name-of.ts'

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
