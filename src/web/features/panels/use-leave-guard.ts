import { useEffect } from 'react'
import { useBlocker } from 'react-router'

interface LeaveGuard {
  /** Somebody is about to leave: ask them. */
  isBlocked: boolean
  stay: () => void
  leave: () => void
}

/** What is not saved is not lost by accident: not by a link, back, a closed tab. @param isUnsaved asked at that moment */
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
