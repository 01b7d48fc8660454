import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#contract/schemas/accounts/users.ts'
import { paths } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { formatMediumDate } from '#web/ui/format/format-date.ts'
import { DeleteUserDialog } from '../delete-user-dialog.tsx'
import { useListPath } from '../use-list-path.ts'
import { getFullName } from '#web/features/users/get-full-name.ts'
import { RoleButton } from './role-button.tsx'
import { useDeleteUser } from '../use-delete-user.ts'
import { UserStatus } from '../user-status.tsx'

const NO_VALUE = '–'

/** @param isSelf admins cannot delete their own account here */
export function UserHeader({ user, isSelf }: { user: User; isSelf: boolean }) {
  const facts = [
    ['Joined', formatMediumDate(user.joined_at)],
    ['Birth date', user.birthdate ? formatMediumDate(user.birthdate) : NO_VALUE],
    ['Gender', user.gender ?? NO_VALUE],
    ['Courses joined', String(user.course_joined)],
  ] as const
  return (
    <div className="card rounded-panel">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4 p-5 sm:p-6">
        <Avatar imageUrl={user.image_url} size={88} className="border border-border" />
        <div className="min-w-0 flex-1 basis-56">
          <h1 className="text-3xl wrap-anywhere">{getFullName(user)}</h1>
          <p className="mt-0.5 wrap-anywhere text-muted">{user.email}</p>
          <p className="mt-1.5 flex flex-wrap items-center gap-x-4 text-sm">
            <UserStatus isActive={user.status_user} />
            <span className={user.role === 'admin' ? 'text-accent-text' : 'text-muted'}>
              {user.role === 'admin' ? 'Admin' : 'Student'}
            </span>
          </p>
        </div>
        <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:*:flex-1">
          {user.role === 'student' && (
            <ButtonLink to={`${paths.adminChat}?student=${user.student_id}`} variant="secondary">
              <AnyIcon name="chat" size={18} />
              Message
            </ButtonLink>
          )}
          {!isSelf && <RoleButton user={user} />}
          {!isSelf && <DeleteButton user={user} />}
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-b-panel border-t border-border bg-border lg:grid-cols-4">
        {facts.map(([label, value]) => (
          <div key={label} className="bg-surface px-5 py-3.5 sm:px-6">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="mt-0.5 font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function DeleteButton({ user }: { user: User }) {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const { mutate: remove } = useDeleteUser()
  const navigate = useNavigate()
  const listPath = useListPath()
  const confirm = () => {
    setConfirmOpen(false)
    remove(user)
    // The list shows the toast.
    void navigate(listPath)
  }
  return (
    <>
      <Button variant="danger" onClick={() => setConfirmOpen(true)}>
        <AnyIcon name="trash" size={18} />
        Delete
      </Button>
      {isConfirmOpen && <DeleteUserDialog user={user} onConfirm={confirm} onCancel={() => setConfirmOpen(false)} />}
    </>
  )
}
