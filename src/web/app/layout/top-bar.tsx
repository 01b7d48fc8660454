import { paths, withNext } from '#contract/paths.ts'
import { useUser } from '#web/data/session.ts'
import { useIsInMaintenance } from '#web/data/site-state.ts'
import { useReturnPath } from '#web/features/auth/use-return-path.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/icons/logo.tsx'
import { LazyBell } from './lazy-bell.tsx'
import { SiteNav } from './site-nav.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { UserMenu } from './user-menu.tsx'

export function TopBar() {
  const user = useUser()
  const returnPath = useReturnPath()
  // Only the login, the logout and the dashboard work then.
  const isInMaintenance = useIsInMaintenance()
  return (
    <header className="sticky top-(--strip,0px) z-40 border-b border-border bg-bg">
      <div className="container-site flex h-16 items-center gap-1 max-[349px]:gap-0 lg:gap-3">
        {/* Beside a user's links and menus a narrow bar has room for the words alone. */}
        <Logo
          className={`mr-auto md:mr-2 lg:mr-6 ${user ? 'max-[383px]:[&>svg]:hidden max-[349px]:text-[1.0625rem] md:max-lg:[&>svg]:hidden' : ''}`}
        />
        {!isInMaintenance && <SiteNav user={user} />}
        <div className="flex items-center gap-1 max-[349px]:gap-0 md:ml-auto md:gap-2 lg:gap-3">
          <ThemeToggle />
          {user?.role === 'student' && !isInMaintenance && <LazyBell user={user} />}
          {user && <UserMenu user={user} isInMaintenance={isInMaintenance} />}
          {!user && (
            <ButtonLink
              to={withNext(paths.login, returnPath)}
              variant="secondary"
              size="sm"
              className={isInMaintenance ? '' : 'max-md:hidden'}
            >
              Log in
            </ButtonLink>
          )}
          {!user && !isInMaintenance && (
            <ButtonLink to={withNext(paths.signup, returnPath)} size="sm" className="max-md:hidden">
              Sign up
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  )
}
