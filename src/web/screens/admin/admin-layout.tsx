import { useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { ToastArea } from '#web/ui/toasts.tsx'
import { UnreadChats } from './chat/unread-chats.tsx'
import { PANELS } from './panels.ts'

const SIDEBAR_ID = 'admin-sidebar'

/** Around every panel: the header, and the sidebar that collapses, or opens by a menu button on small screens. */
export function AdminLayout() {
  const [isCollapsed, setCollapsed] = useState(false)
  const isOpen = useOpenUntilNavigation()
  const { pathname } = useLocation()
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent"
      >
        Skip to the content
      </a>
      <aside
        id={SIDEBAR_ID}
        className={`fixed inset-y-0 left-0 z-40 flex flex-col border-r border-border bg-surface transition-transform duration-200 ease-out md:sticky md:top-0 md:h-dvh md:translate-x-0 ${isCollapsed ? 'w-62 md:w-17' : 'w-62'} ${isOpen.value ? 'translate-x-0' : '-translate-x-full max-md:invisible'}`}
      >
        <div className={`flex h-16 items-center px-5 ${isCollapsed ? 'md:justify-center md:px-0 md:[&_a>span]:sr-only' : ''}`}>
          <Logo />
        </div>
        <nav aria-label="Dashboard" className="flex-1 px-3.5 py-2">
          <ul className="space-y-1">
            {PANELS.map(({ to, label, icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  aria-current={isCurrent(to, pathname) ? 'page' : undefined}
                  title={isCollapsed ? label : undefined}
                  className={`relative flex h-11 items-center gap-3 rounded-control px-3 text-sm font-medium transition duration-150 ${isCurrent(to, pathname) ? 'bg-[var(--accent-wash)] text-accent-text' : 'text-muted hover:bg-raised hover:text-text'} ${isCollapsed ? 'md:justify-center' : ''}`}
                >
                  <Icon name={icon} size={19} />
                  <span className={isCollapsed ? 'md:sr-only' : ''}>{label}</span>
                  {to === paths.adminChat && <UnreadChats className={isCollapsed ? 'ml-auto md:absolute md:top-0.5 md:right-0.5' : 'ml-auto'} />}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <button
          type="button"
          aria-expanded={!isCollapsed}
          aria-controls={SIDEBAR_ID}
          onClick={() => setCollapsed(!isCollapsed)}
          className="m-3.5 hidden h-10 items-center justify-center gap-2 rounded-control text-sm text-muted hover:bg-raised hover:text-text md:flex"
        >
          <Icon name={isCollapsed ? 'chevron-right' : 'chevron-left'} size={18} />
          <span className={isCollapsed ? 'sr-only' : ''}>{isCollapsed ? 'Expand' : 'Collapse'}</span>
        </button>
      </aside>
      {isOpen.value && (
        <button
          type="button"
          aria-label="Close the menu"
          onClick={isOpen.close}
          className="fixed inset-0 z-30 bg-black/50 md:hidden"
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-20 flex h-16 items-center gap-3 border-b border-border bg-bg px-4 md:px-8">
          <button
            type="button"
            aria-label="Menu"
            aria-expanded={isOpen.value}
            aria-controls={SIDEBAR_ID}
            onClick={isOpen.toggle}
            className="-ml-2 grid size-11 place-items-center rounded-control hover:bg-raised md:hidden"
          >
            <Icon name="menu" />
          </button>
          <p className="min-w-0 flex-1 truncate text-sm text-muted">admin dashboard management</p>
          <ButtonLink to={paths.logout} look="secondary" size="sm">
            Log out
          </ButtonLink>
        </header>
        <main id="main" tabIndex={-1} className="flex-1 px-4 py-8 outline-none md:px-8">
          <ToastArea>
            <Outlet />
          </ToastArea>
        </main>
      </div>
    </div>
  )
}

/** A panel's own pages, such as its forms, belong to it. The users' panel is also what the dashboard opens with. */
const isCurrent = (to: string, pathname: string) => pathname === to || pathname.startsWith(`${to}/`) || (to === paths.users && pathname === paths.dashboard)

/** Open on the page it was opened on: going anywhere closes it. */
function useOpenUntilNavigation() {
  const { key } = useLocation()
  const [openedOn, setOpenedOn] = useState<string | null>(null)
  const value = openedOn === key
  return { value, close: () => setOpenedOn(null), toggle: () => setOpenedOn(value ? null : key) }
}
