import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/schemas/accounts/users.ts'
import { PasswordDialog, type RecentAuth } from '#web/features/account/two-factor/password-dialog.tsx'
import { getFullName } from '#web/features/users/get-full-name.ts'
import { call, query } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { useShowToast } from '#web/ui/toasts.tsx'

interface SecondFactorDialogProps {
  user: User
  onClose: () => void
  /** Closes it too, and takes the focus. */
  onDone: () => void
}

export function SecondFactorDialog({ user, onClose, onDone }: SecondFactorDialogProps) {
  const showToast = useShowToast()
  const account = useQuery(query('getAccount', {})).data?.msg
  const remove = useCallMutation('removeUserSecondFactor', {
    mutationFn: (auth: RecentAuth) => call('removeUserSecondFactor', { user_id: user.student_id, ...auth }),
    onSuccess: ({ msg }) => {
      showToast({ variant: 'success', text: msg })
      onDone()
    },
  })
  return (
    <PasswordDialog
      title="Turn two-step verification off?"
      text={`For a user who has lost every way to confirm a login. Make sure that it is ${getFullName(user)} who asks. They will log in without a second step. They are logged out on all devices and told by email.`}
      confirmLabel="Turn off"
      isDangerous
      hasPassword={account?.hasPassword ?? true}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={(auth) => remove.mutate(auth)}
      onClose={onClose}
    />
  )
}
