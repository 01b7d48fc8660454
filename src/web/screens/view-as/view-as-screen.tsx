import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { call } from '#web/data/api.ts'
import { parseNextPath, paths } from '#contract/paths.ts'
import { useInvalidateSession } from '#web/data/use-invalidate-session.ts'
import { SessionChangeScreen } from '#web/features/auth/session-change-screen.tsx'

/** Switches an admin to the student view or back. It has its own URL so that unsaved changes are asked about first. */
export function Component() {
  const on = useLocation().pathname === paths.viewAsStudent
  const title = on ? 'View as a student' : 'Back to the dashboard'
  return <SessionChangeScreen tabTitle={title} title={title} isLit change={useSwitchView(on)} />
}

function useSwitchView(on: boolean) {
  const invalidateSession = useInvalidateSession()
  const navigate = useNavigate()
  const next = parseNextPath(useSearchParams()[0].get('next'))
  const destination = on ? (next ?? paths.allCourses) : paths.dashboard
  return useMutation({
    mutationFn: () => call('setViewAsStudent', { on }),
    onSuccess: async () => {
      await invalidateSession(destination)
      await navigate(destination, { replace: true })
    },
  })
}
