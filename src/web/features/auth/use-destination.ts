import { paths } from '#contract/paths.ts'
import { useUser } from '#web/data/session.ts'
import { useIsInMaintenance } from '#web/data/site-state.ts'
import { useNextPath } from './use-next-path.ts'

/** Where to go after a login. In maintenance only the dashboard is open, and only to admins. */
export function useDestination(nextPage: string): string {
  const next = useNextPath()
  const isInMaintenance = useIsInMaintenance()
  const user = useUser()
  return isInMaintenance && user?.role === 'admin' ? paths.dashboard : (next ?? nextPage)
}
