import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import type { Failure } from './sources/playable.ts'
import { useIsOnline } from './use-is-online.ts'

interface PlaybackErrorProps {
  failure: Failure
  /** The admin knows that the lesson does not play. */
  isReported: boolean
  onRetry: () => void
}

export function PlaybackError({ failure, isReported, onRetry }: PlaybackErrorProps) {
  const isOnline = useIsOnline()
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-black/85 p-4 text-center text-white sm:gap-3 sm:p-6">
      <Icon name="alert" size={28} className="max-sm:hidden" />
      <div role="alert" className="max-w-prose text-sm sm:text-base">
        <p className="font-semibold">{getReason(failure, isOnline)}</p>
        <p>
          {isOnline && isReported ? 'The admin has been told. Try again later, or go on with another lesson.' : HINT}
        </p>
      </div>
      <Button onClick={onRetry} className="mt-1">
        Retry
      </Button>
    </div>
  )
}

const HINT = 'Check your connection, then try again.'

function getReason(failure: Failure, isOnline: boolean): string {
  if (!isOnline) return 'You are offline.'
  return failure === 'lesson' ? "We couldn't play this lesson." : 'The lesson stopped loading.'
}
