import type { MouseEvent } from 'react'
import { Link, NavLink } from '#web/ui/link.tsx'
import { paths, withNext } from '#contract/paths.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { useReturnPath } from '#web/features/auth/use-return-path.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'

const NAV_LINKS = [
  { to: paths.home, name: 'Home' },
  { to: paths.features, name: 'Features' },
  { to: paths.allCourses, name: 'Courses' },
  { to: paths.blogList, name: 'Blog' },
] as const

const STUDENT_LINKS = [
  ...NAV_LINKS,
  { to: paths.myCourses, name: 'My Courses' },
  { to: paths.chat, name: 'Chat' },
] as const

const LINK =
  'block rounded-control px-3 whitespace-nowrap text-muted md:px-1.5 lg:px-3 transition duration-150 hover:text-text aria-[current=page]:text-text max-md:py-3 max-md:text-lg max-md:hover:bg-raised max-md:aria-[current=page]:bg-raised md:py-2 md:text-sm'

/** A popover under the bar on small screens, part of the bar on others. */
const PANEL =
  'm-0 bg-transparent text-text max-md:fixed max-md:inset-x-0 max-md:top-bar max-md:bottom-auto max-md:w-full max-md:max-w-none max-md:border-b max-md:border-border max-md:bg-surface max-md:p-4 max-md:shadow-raised max-md:backdrop:bg-[rgb(0_0_0/0.4)] md:static md:block md:size-auto md:overflow-visible md:border-0 md:p-0'

export function SiteNav({ user }: { user: User | null }) {
  const returnPath = useReturnPath()
  return (
    <>
      <button
        type="button"
        popoverTarget="site-nav"
        aria-label="Menu"
        className="peer order-last -mr-2 grid size-11 place-items-center rounded-control text-muted transition duration-150 hover:bg-raised hover:text-text md:hidden [&:has(+:popover-open)>:first-child]:hidden [&:has(+:popover-open)>:last-child]:block"
      >
        <Icon name="menu" size={22} />
        <Icon name="close" size={22} className="hidden" />
      </button>
      <nav id="site-nav" popover="auto" aria-label="Main" className={PANEL}>
        <ul className="flex flex-col gap-1 md:flex-row md:items-center">
          {(user?.role === 'student' ? STUDENT_LINKS : NAV_LINKS).map(({ to, name }) => (
            <li key={to}>
              {to === paths.features ? (
                <Link to={to} className={LINK} onClick={closePopover}>
                  {name}
                </Link>
              ) : (
                <NavLink to={to} end={to === paths.home} className={LINK} onClick={closePopover}>
                  {name}
                </NavLink>
              )}
            </li>
          ))}
          {!user && (
            <li className="mt-3 grid grid-cols-2 gap-3 md:hidden">
              <ButtonLink to={withNext(paths.login, returnPath)} variant="secondary" onClick={closePopover}>
                Log in
              </ButtonLink>
              <ButtonLink to={withNext(paths.signup, returnPath)} onClick={closePopover}>
                Sign up
              </ButtonLink>
            </li>
          )}
        </ul>
      </nav>
    </>
  )
}

/** The menu would stay open over the next page. */
export function closePopover({ currentTarget }: MouseEvent<HTMLElement>): void {
  const popover = currentTarget.closest<HTMLElement>('[popover]')
  if (popover?.matches(':popover-open')) popover.hidePopover()
}
