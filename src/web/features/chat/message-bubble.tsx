import { Icon } from '#web/ui/icon.tsx'
import { clockOf, wholeDateOf } from './chat-dates.ts'
import type { PlacedEntry } from './log-entries.ts'

interface MessageBubbleProps {
  entry: PlacedEntry
  /** Of this end of the conversation: on the right. */
  isOwn: boolean
  /** For those who do not see the sides. */
  writer: string
  /** Nothing of this end's comes after it. */
  isLastOwn: boolean
  onRetry: (clientId: string) => void
  onDiscard: (clientId: string) => void
}

/** A message, and with the last of what was written within a minute its time and what became of it. */
export function MessageBubble({ entry, isOwn, writer, isLastOwn, onRetry, onDiscard }: MessageBubbleProps) {
  const { text, at, outgoing, beginsGroup, endsGroup } = entry
  return (
    <div
      className={`relative flex flex-col gap-1 ${beginsGroup ? 'mt-3' : 'mt-1'} ${isOwn ? 'items-end' : 'items-start'}`}
    >
      {beginsGroup && <p className="sr-only">{writer}</p>}
      <p
        data-stored={outgoing ? undefined : ''}
        className={`max-w-[min(85%,36rem)] rounded-2xl px-3.5 py-2 break-words whitespace-pre-wrap [overflow-wrap:anywhere] ${isOwn ? `bg-[var(--accent-wash)] ${endsGroup ? 'rounded-br-md' : ''}` : `border border-border bg-surface ${endsGroup ? 'rounded-bl-md' : ''}`}`}
      >
        {text}
      </p>
      {outgoing?.state === 'failed' && (
        <NotSent
          reason={outgoing.reason}
          onRetry={() => onRetry(outgoing.clientId)}
          onDiscard={() => onDiscard(outgoing.clientId)}
        />
      )}
      {endsGroup && (
        <p className="flex gap-1.5 px-1 text-xs whitespace-nowrap text-muted">
          <time dateTime={at} title={wholeDateOf(at)}>
            {clockOf(at)}
          </time>
          {isLastOwn && outgoing?.state !== 'failed' && <Fate isStored={outgoing === null} />}
        </p>
      )}
    </div>
  )
}

function Fate({ isStored }: { isStored: boolean }) {
  return (
    <>
      <span aria-hidden="true">·</span>
      <span>{isStored ? 'Sent' : 'Sending …'}</span>
    </>
  )
}

function NotSent({ reason, onRetry, onDiscard }: { reason: string; onRetry: () => void; onDiscard: () => void }) {
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
