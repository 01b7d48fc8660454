import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { call } from '#web/data/api.ts'
import { parseNextPath, paths } from '#contract/paths.ts'
import { invalidateRole } from '#web/data/session.ts'
import { SessionChangeScreen } from '#web/features/auth/session-change-screen.tsx'

/** Switches an admin to the student view or back. It has its own URL so that unsaved changes are asked about first. */
export function Component() {
  const on = useLocation().pathname === paths.viewAsStudent
  const title = on ? 'View as a student' : 'Back to the dashboard'
  return <SessionChangeScreen tabTitle={title} title={title} isLit change={useSwitchView(on)} />
}

function useSwitchView(on: boolean) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const next = parseNextPath(useSearchParams()[0].get('next'))
  return useMutation({
    mutationFn: () => call('setViewAsStudent', { on }),
    onSuccess: async () => {
      await invalidateRole(client)
      await navigate(on ? (next ?? paths.allCourses) : paths.dashboard, { replace: true })
    },
  })
}
