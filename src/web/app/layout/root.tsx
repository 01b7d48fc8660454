import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation, useNavigationType, useRevalidator } from 'react-router'
import { query } from '#web/data/api.ts'

const MAINTENANCE_POLL_MS = 10_000

/** Around every page: what the whole site keeps an eye on. */
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

/** Asks whether the site is running; when that changes, the guard decides again where one may be. */
function useMaintenancePolling(): void {
  const { revalidate } = useRevalidator()
  const { data } = useQuery({ ...query('getMaintenace', {}), refetchInterval: MAINTENANCE_POLL_MS })
  const isRunning = data?.msg[0]?.status ?? true
  const previous = useRef(isRunning)
  useEffect(() => {
    if (previous.current === isRunning) return
    previous.current = isRunning
    void revalidate()
  }, [isRunning, revalidate])
}

/** The end-to-end tests wait for this mark: before it a click has no handler yet. */
function useHydrationMark(): void {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
}

/** A thin amber line while the next page is on its way. */
function NavigationProgress() {
  const isNavigating = useNavigation().state !== 'idle'
  return (
    <div
      role="status"
      className={`pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-accent transition duration-240 ease-out ${isNavigating ? 'scale-x-75 opacity-100 delay-150' : 'scale-x-0 opacity-0'}`}
    >
      {isNavigating && <span className="sr-only">Loading the page</span>}
    </div>
  )
}

/** React Router restores the scroll position through an inline script when rendered on the server; ours has none. */
function ScrollManager() {
  if (import.meta.env.SSR) return null
  return (
    <>
      <SmoothHashScroll />
      <ScrollRestoration />
    </>
  )
}

/** A followed hash link scrolls smoothly, all other scrolling is at once. Stands before what scrolls. */
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
