import { useEffect, useRef } from 'react'
import { Head } from '#web/ui/head.tsx'
import { Button } from '#web/ui/button.tsx'
import { Lantern } from '#web/ui/icons/lantern.tsx'

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
}

/** Shown while the session changes (logging out, switching the view) and when that fails. */
export function SessionChangeScreen({ tabTitle, title, isLit, change }: SessionChangeScreenProps) {
  const { error, mutate } = change
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
      <h1 className="text-3xl">{title}</h1>
      <p role="status" className="mt-3 text-muted">
        {error ? error.message : 'This takes a moment.'}
      </p>
      {error && (
        <Button className="mt-8" onClick={() => mutate()}>
          Try again
        </Button>
      )}
    </div>
  )
}
