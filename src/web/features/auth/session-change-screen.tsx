import { useEffect, useRef } from 'react'
import { Head } from '#web/ui/head.tsx'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { Lantern } from '#web/ui/icons/lantern.tsx'
import { useFormPost } from './use-form-post.ts'

interface SessionChange {
  error: Error | null
  mutate: () => void
}

interface SessionChangeScreenProps {
  /** The browser tab's title. */
  tabTitle: string
  title: string
  isLit: boolean
  /** Runs once, as soon as the screen shows. */
  change: SessionChange
  /** The server takes a form that posts to this page's address. Until the script is there, its button makes the change. */
  worksWithoutScript?: boolean
}

/** Shown while the session changes (logging out, switching the view) and when that fails. */
export function SessionChangeScreen({
  tabTitle,
  title,
  isLit,
  change,
  worksWithoutScript = false,
}: SessionChangeScreenProps) {
  const { error, mutate } = change
  const posted = useFormPost()
  const isHydrated = useHydrated()
  const needsClick = worksWithoutScript && !isHydrated
  // React's strict mode runs effects twice.
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    mutate()
  }, [mutate])
  return (
    <div className="container-site flex flex-1 flex-col items-center justify-center py-20 text-center">
      <Head title={tabTitle} noIndex />
      <Lantern isLit={isLit} className="mb-8 w-64" />
      <h1 className="text-3xl">{needsClick ? tabTitle : title}</h1>
      <p role="status" className="mt-3 text-muted">
        {needsClick
          ? (posted.error?.message ?? 'One more click ends your session in this browser.')
          : (error?.message ?? 'This takes a moment.')}
      </p>
      {needsClick && (
        <form method="post" className="mt-8">
          <Button type="submit">{tabTitle}</Button>
        </form>
      )}
      {error && (
        <Button className="mt-8" onClick={() => mutate()}>
          Try again
        </Button>
      )}
    </div>
  )
}
