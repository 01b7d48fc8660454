import { Link, useLocation } from 'react-router'
import type { User } from '#contract/schemas/users.ts'
import { userPath } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import type { Column } from '#web/ui/list/infinite-table.tsx'
import type { UserPageState } from './use-list-path.ts'
import { getFullName } from '#web/features/users/get-full-name.ts'
import { UserStatus } from './user-status.tsx'

/** Small screens have the status below the name, and leave the rest to the user's page. */
export const USER_TEMPLATE =
  'grid-cols-[minmax(0,1fr)_4.5rem] sm:grid-cols-[minmax(0,1fr)_5rem_2.75rem] lg:grid-cols-[minmax(0,1fr)_6rem_7.5rem_5.5rem_2.75rem]'

const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** @param selfId whoever looks: nobody deletes themselves here */
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
      renderCell: (user) => <time dateTime={user.joined_at}>{DAY_FORMAT.format(new Date(user.joined_at))}</time>,
    },
    { key: 'courses', title: 'Courses', isSortable: true, isNumeric: true, renderCell: (user) => user.course_joined },
    {
      key: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      className: 'max-sm:hidden',
      renderCell: (user) => user.student_id !== selfId && <DeleteButton user={user} onDelete={onDelete} />,
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
          {/* All of the row leads there, and knows the way back to the list as it is. */}
          <Link
            to={userPath(user)}
            state={{ list: search } satisfies UserPageState}
            className="truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
          >
            {getFullName(user)}
          </Link>
          {user.role === 'admin' && <Badge className="max-sm:hidden">admin</Badge>}
          {isSelf && <Badge>you</Badge>}
        </p>
        <p className="flex items-center gap-x-3 text-xs text-muted">
          <span className="text-text lg:hidden">
            <UserStatus isActive={user.status_user} />
          </span>
          {user.role === 'admin' && <Badge className="sm:hidden">admin</Badge>}
          <span className="truncate max-sm:hidden">{user.email}</span>
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

function DeleteButton({ user, onDelete }: { user: User; onDelete: (user: User) => void }) {
  return (
    <button
      type="button"
      aria-label={`Delete ${getFullName(user)}`}
      onClick={() => onDelete(user)}
      className="relative z-1 grid size-11 place-items-center rounded-control text-muted -outline-offset-2 transition duration-150 hover:bg-[var(--danger-wash)] hover:text-danger"
    >
      <AnyIcon name="trash" size={18} />
    </button>
  )
}
