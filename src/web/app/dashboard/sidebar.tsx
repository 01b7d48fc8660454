import type { RefObject } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { paths } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Logo } from '#web/ui/icons/logo.tsx'
import { UnreadChatsBadge } from '#web/features/chat/unread-chats-badge.tsx'
import { setNarrowSidebar, useNarrowSidebar } from './narrow-sidebar.ts'
import { type Panel, SHOP_PANELS, SPEC_PANELS } from './panels.ts'

export const SIDEBAR_ID = 'admin-sidebar'

interface SidebarProps {
  ref: RefObject<HTMLElement | null>
  /** On small screens, where it covers the content. */
  isOpen: boolean
  onClose: () => void
}

export function Sidebar({ ref, isOpen, onClose }: SidebarProps) {
  const isNarrow = useNarrowSidebar()
  return (
    <aside
      ref={ref}
      id={SIDEBAR_ID}
      className={`fixed inset-y-0 left-0 z-40 flex w-62 flex-col border-r border-border bg-surface transition-transform duration-200 ease-out md:sticky md:top-0 md:h-dvh md:translate-x-0 md:narrow:w-17 ${isOpen ? 'translate-x-0' : '-translate-x-full max-md:invisible'}`}
    >
      <div className="flex h-16 items-center justify-between px-5 md:narrow:justify-center md:narrow:px-0 md:narrow:[&_a>span]:sr-only">
        <Logo />
        <button
          type="button"
          aria-label="Close menu"
          onClick={onClose}
          className="-mr-2 grid size-11 place-items-center rounded-control text-muted hover:bg-raised hover:text-text md:hidden"
        >
          <AnyIcon name="close" />
        </button>
      </div>
      <nav aria-label="Dashboard" className="flex-1 overflow-y-auto px-3.5 py-2">
        <PanelLinks panels={SPEC_PANELS} isNarrow={isNarrow} />
        <hr className="mx-3 my-3 border-border" />
        <PanelLinks panels={SHOP_PANELS} isNarrow={isNarrow} />
      </nav>
      <button
        type="button"
        aria-expanded={!isNarrow}
        aria-controls={SIDEBAR_ID}
        aria-label={isNarrow ? 'Expand sidebar' : 'Collapse sidebar'}
        onClick={() => setNarrowSidebar(!isNarrow)}
        className="m-3.5 hidden h-10 items-center justify-center gap-2 rounded-control text-sm text-muted hover:bg-raised hover:text-text md:flex"
      >
        <AnyIcon name="chevron-left" size={18} className="narrow:rotate-180" />
        <span className="narrow:hidden">Collapse</span>
      </button>
    </aside>
  )
}

function PanelLinks({ panels, isNarrow }: { panels: readonly Panel[]; isNarrow: boolean }) {
  const { pathname } = useLocation()
  return (
    <ul className="space-y-1">
      {panels.map(({ to, label, icon }) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={isCurrent(to, pathname) ? 'page' : undefined}
            title={isNarrow ? label : undefined}
            className={`relative flex h-11 items-center gap-3 rounded-control px-3 text-sm pointer-fine:h-9 font-medium transition duration-150 md:narrow:justify-center ${isCurrent(to, pathname) ? 'bg-[var(--accent-wash)] text-accent-text' : 'text-muted hover:bg-raised hover:text-text'}`}
          >
            <AnyIcon name={icon} size={19} />
            <span className="md:narrow:sr-only">{label}</span>
            {to === paths.adminChat && (
              <UnreadChatsBadge className="ml-auto md:narrow:absolute md:narrow:top-0.5 md:narrow:right-0.5" />
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Subpages count as their panel; the dashboard's index shows the users. */
const isCurrent = (to: string, pathname: string) =>
  pathname === to || pathname.startsWith(`${to}/`) || (to === paths.users && pathname === paths.dashboard)
