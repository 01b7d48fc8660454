import { NavLink } from '#web/ui/link.tsx'
import type { User } from '#contract/schemas/accounts/users.ts'
import { paths } from '#contract/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon, type IconName } from '#web/ui/icons/icon.tsx'
import { closePopover } from './site-nav.tsx'

interface MenuItem {
  to: string
  name: string
  icon: IconName
}

const STUDENT_MENU: readonly MenuItem[] = [
  { to: paths.profile, name: 'Profile', icon: 'user' },
  { to: paths.allCourses, name: 'All Courses', icon: 'grid' },
  { to: paths.myCourses, name: 'My Courses', icon: 'book-open' },
  { to: paths.chat, name: 'Chat', icon: 'chat' },
  { to: paths.blogList, name: 'Blog', icon: 'article' },
  { to: paths.studentLogout, name: 'Log out', icon: 'log-out' },
  { to: paths.purchases, name: 'My purchases', icon: 'receipt' },
]

const STUDENT_MENU_IN_MAINTENANCE = STUDENT_MENU.filter(({ to }) => to === paths.studentLogout)

const ADMIN_MENU: readonly MenuItem[] = [
  { to: paths.dashboard, name: 'dashboard', icon: 'dashboard' },
  { to: paths.logout, name: 'Log out', icon: 'log-out' },
]

/** A native popover: Esc and a click outside close it and return the focus to the button. */
export function UserMenu({ user, isInMaintenance }: { user: User; isInMaintenance: boolean }) {
  const studentMenu = isInMaintenance ? STUDENT_MENU_IN_MAINTENANCE : STUDENT_MENU
  const menu = user.role === 'admin' ? ADMIN_MENU : studentMenu
  return (
    <>
      <button
        type="button"
        popoverTarget="user-menu"
        aria-label={`Account menu: ${user.first_name} ${user.last_name}`}
        className="grid size-11 place-items-center rounded-full transition duration-150 hover:brightness-110"
      >
        <Avatar imageUrl={user.image_url} size={36} className="border border-border-strong" />
      </button>
      <nav
        id="user-menu"
        popover="auto"
        aria-label="Account"
        className="fixed inset-auto top-bar right-[max(clamp(1rem,4vw,2.5rem),calc(50%-594px))] m-0 mt-1 w-[250px] rounded-card border border-border bg-surface p-2 text-text shadow-raised"
      >
        <div className="flex items-center gap-3 border-b border-border px-2 pt-1 pb-3">
          <Avatar imageUrl={user.image_url} size={36} className="border border-border-strong" />
          <div className="min-w-0 text-sm leading-5">
            <p className="truncate font-semibold">
              {user.first_name} {user.last_name}
            </p>
            <p className="truncate text-xs text-muted">{user.email}</p>
          </div>
        </div>
        <ul className="pt-2">
          {menu.map(({ to, name, icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                onClick={closePopover}
                className="flex min-h-11 items-center gap-3 rounded-control px-2.5 text-sm text-muted transition duration-150 hover:bg-raised hover:text-text aria-[current=page]:bg-[var(--accent-wash)] aria-[current=page]:text-accent-text"
              >
                <Icon name={icon} size={18} />
                <span>{name}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
