import { useUser } from '#web/session.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'

export function TopBar() {
  const user = useUser()
  return (
    <header className="sticky top-0 z-40 border-b border-border bg-bg">
      <div className="container-site flex h-16 items-center justify-between">
        <Logo />
        {!user && (
          <ButtonLink to={paths.login} look="secondary" size="sm">
            Log in
          </ButtonLink>
        )}
      </div>
    </header>
  )
}
