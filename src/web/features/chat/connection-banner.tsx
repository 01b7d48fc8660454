import { useLiveState } from '#web/data/live/use-live-connection.ts'
import { Icon } from '#web/ui/icons/icon.tsx'

export function ConnectionBanner() {
  const connection = useLiveState((state) => state.connection)
  return (
    <div role="status">
      {connection === 'lost' && (
        <p className={BANNER}>
          <span
            aria-hidden="true"
            className="size-3.5 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
          />
          Connection lost. Reconnecting…
        </p>
      )}
      {connection === 'refused' && (
        <p className={BANNER}>
          <Icon name="alert" size={16} />
          We couldn&apos;t connect to chat. Reload the page to try again.
        </p>
      )}
    </div>
  )
}

const BANNER =
  'flex items-center justify-center gap-2.5 border-b border-danger/40 bg-[var(--danger-wash)] px-4 py-2 text-sm text-danger transition duration-200 ease-out starting:opacity-0'
