import { useEffect } from 'react'
import { useBlocker } from 'react-router'

interface LeaveGuard {
  /** A navigation is waiting for confirmation. */
  isBlocked: boolean
  stay: () => void
  leave: () => void
}

/** Blocks links, back and closing the tab while there are unsaved changes. @param isUnsaved called when leaving */
export function useLeaveGuard(isUnsaved: () => boolean): LeaveGuard {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warnBeforeUnload)
    return () => window.removeEventListener('beforeunload', warnBeforeUnload)
  }, [isUnsaved])
  return {
    isBlocked: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}
