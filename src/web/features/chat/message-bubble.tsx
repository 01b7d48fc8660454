import { Icon } from '#web/ui/icons/icon.tsx'
import { formatTime, formatDateTime } from './chat-dates.ts'
import type { GroupedEntry } from './chat-entries.ts'

interface MessageBubbleProps {
  entry: GroupedEntry
  /** Own messages are on the right. */
  isOwn: boolean
  /** For screen readers. */
  senderName: string
  /** The last own message shows its delivery status. */
  isLastOwn: boolean
  onRetry: (clientId: string) => void
  onDiscard: (clientId: string) => void
}

export function MessageBubble({ entry, isOwn, senderName, isLastOwn, onRetry, onDiscard }: MessageBubbleProps) {
  const { text, sentAt, pending, isGroupStart, isGroupEnd } = entry
  return (
    <div
      className={`relative flex flex-col gap-1 ${isGroupStart ? 'mt-3' : 'mt-1'} ${isOwn ? 'items-end' : 'items-start'}`}
    >
      {isGroupStart && <p className="sr-only">{senderName}</p>}
      <p
        dir="auto"
        data-stored={pending ? undefined : ''}
        className={`max-w-[min(85%,36rem)] rounded-2xl px-3.5 py-2 break-words whitespace-pre-wrap [overflow-wrap:anywhere] ${isOwn ? `border border-transparent bg-[var(--accent-wash)] ${isGroupEnd ? 'rounded-br-md' : ''}` : `border border-border bg-surface ${isGroupEnd ? 'rounded-bl-md' : ''}`}`}
      >
        {text}
      </p>
      {pending?.state === 'failed' && (
        <SendFailure
          reason={pending.reason}
          onRetry={() => onRetry(pending.clientId)}
          onDiscard={() => onDiscard(pending.clientId)}
        />
      )}
      {isGroupEnd && (
        <p className="flex gap-1.5 px-1 text-xs whitespace-nowrap text-muted">
          <time dateTime={sentAt} title={formatDateTime(sentAt)}>
            {formatTime(sentAt)}
          </time>
          {isLastOwn && pending?.state !== 'failed' && <DeliveryStatus isStored={pending === null} />}
        </p>
      )}
    </div>
  )
}

function DeliveryStatus({ isStored }: { isStored: boolean }) {
  return (
    <>
      <span aria-hidden="true">·</span>
      <span>{isStored ? 'Sent' : 'Sending…'}</span>
    </>
  )
}

function SendFailure({ reason, onRetry, onDiscard }: { reason: string; onRetry: () => void; onDiscard: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-end gap-x-3 px-1 text-xs text-danger">
      <span className="flex items-center gap-1.5">
        <Icon name="alert" size={14} />
        {reason || 'Not sent'}
      </span>
      <button type="button" onClick={onRetry} className="min-h-6 rounded font-semibold underline underline-offset-3">
        Retry
      </button>
      <button
        type="button"
        onClick={onDiscard}
        className="min-h-6 rounded text-muted underline underline-offset-3 hover:text-text"
      >
        Delete
      </button>
    </p>
  )
}
