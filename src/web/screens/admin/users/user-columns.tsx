import { useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import type { User } from '#contract/schemas/accounts/users.ts'
import { userPath } from '#contract/paths/record-paths.ts'
import { DeleteIconButton } from '#web/features/panels/delete-icon-button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { formatMediumDate } from '#web/ui/format/format-date.ts'
import type { Column } from '#web/ui/list/table-row.tsx'
import type { UserPageState } from './use-list-path.ts'
import { getFullName } from '#web/features/users/get-full-name.ts'
import { UserStatus } from './user-status.tsx'

/** Small screens show the status and the courses below the name and leave the rest to the user's page. */
export const USER_TEMPLATE =
  'grid-cols-[minmax(0,1fr)_2.75rem] sm:grid-cols-[minmax(0,1fr)_5rem_2.75rem] lg:grid-cols-[minmax(0,1fr)_6rem_7.5rem_5.5rem_2.75rem]'

/** @param selfId the signed-in admin, who cannot delete their own account here */
export function getUserColumns(selfId: number, onDelete: (user: User) => void): Column<User>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      isSortable: true,
      renderCell: (user) => <Name user={user} isSelf={user.student_id === selfId} />,
    },
    {
      key: 'status',
      title: 'Status',
      className: 'max-lg:hidden',
      renderCell: (user) => <UserStatus isActive={user.status_user} />,
    },
    {
      key: 'joined',
      title: 'Joined',
      isSortable: true,
      className: 'max-lg:hidden',
      renderCell: (user) => <time dateTime={user.joined_at}>{formatMediumDate(user.joined_at)}</time>,
    },
    {
      key: 'courses',
      title: 'Courses',
      isSortable: true,
      isNumeric: true,
      className: 'max-sm:hidden',
      renderCell: (user) => user.course_joined,
    },
    {
      key: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      renderCell: (user) =>
        user.student_id !== selfId && (
          <DeleteIconButton
            label={`Delete ${getFullName(user)}`}
            onClick={() => onDelete(user)}
            className="relative z-1"
          />
        ),
    },
  ]
}

function Name({ user, isSelf }: { user: User; isSelf: boolean }) {
  const { search } = useLocation()
  return (
    <div className="flex items-center gap-3">
      <Avatar imageUrl={user.image_url} size={36} />
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          {/* The link covers the whole row. */}
          <Link
            to={userPath(user)}
            state={{ list: search } satisfies UserPageState}
            className="truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
          >
            {getFullName(user)}
          </Link>
          {user.role === 'admin' && <Badge className="max-sm:hidden">Admin</Badge>}
          {isSelf && <Badge>You</Badge>}
        </p>
        <p className="flex items-center gap-x-3 text-xs text-muted">
          <span className="text-text lg:hidden">
            <UserStatus isActive={user.status_user} />
          </span>
          {user.role === 'admin' && <Badge className="sm:hidden">Admin</Badge>}
          <span className="truncate max-sm:hidden">{user.email}</span>
          {user.role === 'student' && (
            <span className="truncate sm:hidden">{formatCount(user.course_joined, 'course')}</span>
          )}
        </p>
      </div>
    </div>
  )
}

function Badge({ children, className = '' }: { children: string; className?: string }) {
  return (
    <span
      className={`shrink-0 rounded-full bg-[var(--accent-wash)] px-2 text-xs leading-5 text-accent-text ${className}`}
    >
      {children}
    </span>
  )
}
