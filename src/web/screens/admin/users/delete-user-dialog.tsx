import type { User } from '#contract/schemas/accounts/users.ts'
import { WarningDialog } from '#web/ui/dialog/warning-dialog.tsx'
import { getFullName } from '#web/features/users/get-full-name.ts'

interface DeleteUserDialogProps {
  user: User
  onConfirm: () => void
  onCancel: () => void
}

export function DeleteUserDialog({ user, onConfirm, onCancel }: DeleteUserDialogProps) {
  return (
    <WarningDialog
      text={`${getFullName(user)} (${user.email}) will be deleted along with their enrollments, reviews, comments and messages. This data will be permanently deleted and cannot be undone.`}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
