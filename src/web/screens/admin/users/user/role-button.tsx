import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/schemas/accounts/users.ts'
import { PasswordDialog, type RecentAuth } from '#web/features/account/two-factor/password-dialog.tsx'
import { getFullName } from '#web/features/users/get-full-name.ts'
import { call, query } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { useShowToast } from '#web/ui/toasts.tsx'

type Role = User['role']

/** Makes a student an admin, or an admin a student. */
export function RoleButton({ user }: { user: User }) {
  // While the dialog is open, another admin's change must not turn its question around.
  const [askedRole, setAskedRole] = useState<Role | null>(null)
  const otherRole = user.role === 'admin' ? 'student' : 'admin'
  return (
    <>
      <Button variant="secondary" onClick={() => setAskedRole(otherRole)}>
        <AnyIcon name="shield" size={18} />
        {otherRole === 'student' ? 'Make student' : 'Make admin'}
      </Button>
      {askedRole && <RoleDialog user={user} role={askedRole} onClose={() => setAskedRole(null)} />}
    </>
  )
}

function RoleDialog({ user, role, onClose }: { user: User; role: Role; onClose: () => void }) {
  const showToast = useShowToast()
  const account = useQuery(query('getAccount', {})).data?.msg
  const change = useCallMutation('setUserRole', {
    mutationFn: (auth: RecentAuth) => call('setUserRole', { user_id: user.student_id, role, ...auth }),
    onSuccess: ({ msg }) => {
      showToast({ variant: 'success', text: msg })
      onClose()
    },
  })
  const name = getFullName(user)
  return (
    <PasswordDialog
      title={role === 'admin' ? 'Make this user an admin?' : 'Make this admin a student?'}
      text={
        role === 'admin'
          ? `${name} can then change everything: courses, users, orders and settings.`
          : `${name} loses the dashboard at once and is logged out on all devices.`
      }
      confirmLabel={role === 'admin' ? 'Make admin' : 'Make student'}
      isDangerous={role === 'student'}
      hasPassword={account?.hasPassword ?? true}
      isPending={change.isPending}
      error={change.error}
      onConfirm={(auth) => change.mutate(auth)}
      onClose={onClose}
    />
  )
}
