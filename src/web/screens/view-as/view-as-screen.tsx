import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '#web/data/api.ts'
import { Head } from '#web/ui/head.tsx'
import { paths } from '#contract/paths.ts'
import { invalidateRole } from '#web/data/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Lantern } from '#web/ui/lantern.tsx'

/** On the way to the site as a student sees it, or back. An address of its own: what is unsaved asks before one goes. */
export function Component() {
  const on = useLocation().pathname === paths.viewAsStudent
  const switchView = useSwitchView(on)
  const title = on ? 'View as a student' : 'Back to the dashboard'
  return (
    <div className="container-site flex flex-1 flex-col items-center justify-center py-20 text-center">
      <Head title={title} noIndex />
      <Lantern isLit className="mb-8 w-64" />
      <h1 className="text-3xl">{title}</h1>
      <p role="status" className="mt-3 text-muted">
        {switchView.error ? switchView.error.message : 'One moment …'}
      </p>
      {switchView.isError && (
        <Button className="mt-8" onClick={() => switchView.mutate()}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Switches as soon as the screen shows, once, and goes on to where that leads. */
function useSwitchView(on: boolean) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const hasStarted = useRef(false)
  const switchView = useMutation({
    mutationFn: () => call('setViewAsStudent', { on }),
    onSuccess: async () => {
      await invalidateRole(client)
      await navigate(on ? paths.allCourses : paths.dashboard, { replace: true })
    },
  })
  const { mutate } = switchView
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    mutate()
  }, [mutate])
  return switchView
}
