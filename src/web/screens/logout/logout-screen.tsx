import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/data/api.ts'
import { Head } from '#web/ui/head.tsx'
import { paths } from '#contract/paths.ts'
import { useInvalidateSession } from '#web/data/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Lantern } from '#web/ui/lantern.tsx'

export function Component() {
  const logout = useLogout()
  return (
    <div className="container-site flex flex-1 flex-col items-center justify-center py-20 text-center">
      <Head title="Log out" noIndex />
      <Lantern isLit={logout.isError} className="mb-8 w-64" />
      <h1 className="text-3xl">{logout.isError ? 'You are still signed in' : 'Logging you out'}</h1>
      <p role="status" className="mt-3 text-muted">
        {logout.error ? logout.error.message : 'See you soon.'}
      </p>
      {logout.isError && (
        <Button className="mt-8" onClick={() => logout.mutate()}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Ends the session as soon as the screen shows, once, and goes home. */
function useLogout() {
  const invalidateSession = useInvalidateSession()
  const navigate = useNavigate()
  const hasStarted = useRef(false)
  const logout = useMutation({
    mutationFn: () => call('logout', {}),
    onSuccess: async () => {
      await invalidateSession()
      await navigate(paths.home, { replace: true })
    },
  })
  const { mutate } = logout
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    mutate()
  }, [mutate])
  return logout
}
