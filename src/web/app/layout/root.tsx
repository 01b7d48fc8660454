import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation, useNavigationType, useRevalidator } from 'react-router'
import { isSiteRunning, maintenanceQuery } from '#web/data/site-state.ts'

const MAINTENANCE_POLL_MS = 10_000

/** Around every page. */
export function Root() {
  useMaintenancePolling()
  useHydrationMark()
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <ScrollManager />
    </>
  )
}

/** Polls the maintenance state. When it changes, the routes revalidate and the guard redirects if needed. */
function useMaintenancePolling(): void {
  const { revalidate } = useRevalidator()
  const { data } = useQuery({ ...maintenanceQuery, refetchInterval: MAINTENANCE_POLL_MS })
  const isRunning = isSiteRunning(data)
  const previous = useRef(isRunning)
  useEffect(() => {
    if (previous.current === isRunning) return
    previous.current = isRunning
    void revalidate()
  }, [isRunning, revalidate])
}

/** End-to-end tests wait for this mark: before it, a click has no handler. */
function useHydrationMark(): void {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
}

/** A thin bar at the top while a page loads. */
function NavigationProgress() {
  const isNavigating = useNavigation().state !== 'idle'
  return (
    <div
      role="status"
      className={`pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-accent transition duration-240 ease-out ${isNavigating ? 'scale-x-75 opacity-100 delay-150' : 'scale-x-0 opacity-0'}`}
    >
      {isNavigating && <span className="sr-only">Loading page</span>}
    </div>
  )
}

/** Browser only: on the server React Router would render an inline script, which the content security policy blocks. */
function ScrollManager() {
  if (import.meta.env.SSR) return null
  return (
    <>
      <SmoothHashScroll />
      <ScrollRestoration />
    </>
  )
}

/** Must be rendered before ScrollRestoration, which does the scrolling. */
function SmoothHashScroll() {
  useSmoothHashScroll()
  return null
}

function useSmoothHashScroll(): void {
  const location = useLocation()
  const type = useNavigationType()
  useLayoutEffect(() => {
    const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    document.documentElement.style.scrollBehavior =
      location.hash && type !== 'POP' && !prefersReducedMotion ? 'smooth' : 'auto'
  }, [location, type])
}
