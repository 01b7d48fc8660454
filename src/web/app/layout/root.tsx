import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation, useNavigationType, useRevalidator } from 'react-router'
import { query } from '#web/data/api.ts'

const MAINTENANCE_POLL_MS = 10_000

/** Around every page: what the whole site keeps an eye on. */
export function Root() {
  useMaintenanceWatch()
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <BrowserScroll />
    </>
  )
}

/** Asks whether the site is running; when that changes, the guard decides again where one may be. */
function useMaintenanceWatch(): void {
  const { revalidate } = useRevalidator()
  const { data } = useQuery({ ...query('getMaintenace', {}), refetchInterval: MAINTENANCE_POLL_MS })
  const running = data?.msg[0]?.status ?? true
  const known = useRef(running)
  useEffect(() => {
    if (known.current === running) return
    known.current = running
    void revalidate()
  }, [running, revalidate])
}

/** A thin amber line while the next page is on its way. */
function NavigationProgress() {
  const busy = useNavigation().state !== 'idle'
  return (
    <div
      role="status"
      className={`pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-accent transition duration-240 ease-out ${busy ? 'scale-x-75 opacity-100 delay-150' : 'scale-x-0 opacity-0'}`}
    >
      {busy && <span className="sr-only">Loading the page</span>}
    </div>
  )
}

/** React Router restores the scroll position through an inline script when rendered on the server; ours has none. */
function BrowserScroll() {
  if (import.meta.env.SSR) return null
  return (
    <>
      <HashPace />
      <ScrollRestoration />
    </>
  )
}

/** A followed hash link scrolls smoothly, all other scrolling is at once. Stands before what scrolls. */
function HashPace() {
  useHashPace()
  return null
}

function useHashPace(): void {
  const location = useLocation()
  const type = useNavigationType()
  useLayoutEffect(() => {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    document.documentElement.style.scrollBehavior = location.hash && type !== 'POP' && !calm ? 'smooth' : 'auto'
  }, [location, type])
}
