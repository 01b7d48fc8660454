import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '#web/data/api.ts'
import { paths, withNext } from '#contract/paths.ts'
import { clearDrafts } from '#web/data/drafts.ts'
import { useUser } from '#web/data/session.ts'
import { useInvalidateSession } from '#web/data/use-invalidate-session.ts'
import { SessionChangeScreen } from '#web/features/auth/session-change-screen.tsx'
import { useNextPath } from '#web/features/auth/use-next-path.ts'

export function Component() {
  const logout = useLogout()
  return (
    <SessionChangeScreen
      tabTitle="Log out"
      title={logout.isError ? "We couldn't log you out" : 'Logging you out'}
      isLit={logout.isError}
      change={logout}
      worksWithoutScript
    />
  )
}

/** Ends the session and goes home; with `?next=` to a login that leads back there, to what was typed. */
function useLogout() {
  const invalidateSession = useInvalidateSession()
  const navigate = useNavigate()
  const userId = useUser()?.student_id
  const next = useNextPath()
  const destination = next === null ? paths.home : withNext(paths.login, next)
  return useMutation({
    mutationFn: () => call('logout', {}),
    onSuccess: async () => {
      if (userId !== undefined && next === null) clearDrafts(userId)
      await invalidateSession(destination)
      await navigate(destination, { replace: true })
    },
  })
}
