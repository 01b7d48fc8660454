import { IDLE_AFTER_MINUTES, useIsIdle } from './use-is-idle.ts'

/** Above the page, so that nothing moves when it goes. */
export function IdleNotice() {
  if (!useIsIdle()) return null
  return (
    <p className="pointer-events-none fixed bottom-4 left-1/2 z-20 w-max -translate-x-1/2 rounded-control border border-border bg-raised px-4 py-2 text-sm shadow-lg">
      Paused after {IDLE_AFTER_MINUTES} minutes without input
    </p>
  )
}
