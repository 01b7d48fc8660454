import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '#web/data/api.ts'
import { Head } from '#web/ui/head.tsx'
import { paths } from '#contract/paths.ts'
import { renewRole } from '#web/data/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Lantern } from '#web/ui/lantern.tsx'

/** On the way to the site as a student sees it, or back. An address of its own: what is unsaved asks before one goes. */
export function Component() {
  const on = useLocation().pathname === paths.viewAsStudent
  const change = useSwitch(on)
  const title = on ? 'View as a student' : 'Back to the dashboard'
  return (
    <div className="container-site flex flex-1 flex-col items-center justify-center py-20 text-center">
      <Head title={title} hidden />
      <Lantern lit className="mb-8 w-64" />
      <h1 className="text-3xl">{title}</h1>
      <p role="status" className="mt-3 text-muted">
        {change.error ? change.error.message : 'One moment …'}
      </p>
      {change.isError && (
        <Button className="mt-8" onClick={() => change.mutate()}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Switches as soon as the screen shows, once, and goes on to where that leads. */
function useSwitch(on: boolean) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const begun = useRef(false)
  const change = useMutation({
    mutationFn: () => call('setViewAsStudent', { on }),
    onSuccess: async () => {
      await renewRole(client)
      await navigate(on ? paths.allCourses : paths.dashboard, { replace: true })
    },
  })
  const { mutate } = change
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])
  return change
}
