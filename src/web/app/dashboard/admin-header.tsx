import type { RefObject } from 'react'
import { Link } from '#web/ui/link.tsx'
import { paths } from '#contract/paths.ts'
import { ThemeToggle } from '#web/app/layout/theme-toggle.tsx'
import { useUser } from '#web/data/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { SIDEBAR_ID } from './sidebar.tsx'

interface AdminHeaderProps {
  /** The button that opens the menu of small screens. */
  opener: RefObject<HTMLButtonElement | null>
  isMenuOpen: boolean
  onOpenMenu: () => void
}

export function AdminHeader({ opener, isMenuOpen, onOpenMenu }: AdminHeaderProps) {
  return (
    <header className="sticky top-0 z-20 flex h-16 items-center gap-1 border-b border-border bg-bg px-4 md:gap-3 md:px-8">
      <button
        ref={opener}
        type="button"
        aria-label="Menu"
        aria-expanded={isMenuOpen}
        aria-controls={SIDEBAR_ID}
        onClick={onOpenMenu}
        className="-ml-2 grid size-11 place-items-center rounded-control hover:bg-raised md:hidden"
      >
        <Icon name="menu" />
      </button>
      <p className="min-w-0 flex-1 text-xs leading-4 text-muted lg:text-sm">admin dashboard management</p>
      <PaletteButton />
      <ButtonLink
        to={paths.viewAsStudent}
        variant="quiet"
        size="sm"
        title="View as a student"
        className="max-md:hidden max-xl:px-2"
      >
        <AnyIcon name="eye" size={19} />
        <span className="max-xl:sr-only">View as a student</span>
      </ButtonLink>
      <ThemeToggle />
      <AccountLink />
      <ButtonLink to={paths.logout} variant="secondary" size="sm" title="Log out" className="max-sm:w-11 max-sm:px-0">
        <span className="max-sm:sr-only">Log out</span>
        <Icon name="log-out" size={18} className="sm:hidden" />
      </ButtonLink>
    </header>
  )
}

function AccountLink() {
  const imageUrl = useUser()?.image_url ?? ''
  return (
    <Link
      to={paths.adminAccount}
      aria-label="Your account"
      title="Your account"
      className="grid size-11 shrink-0 place-items-center rounded-full transition duration-150 hover:bg-raised"
    >
      <Avatar imageUrl={imageUrl} size={32} className="border border-border-strong" />
    </Link>
  )
}
