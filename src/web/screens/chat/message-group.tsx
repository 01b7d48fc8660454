import type { Outgoing } from '#web/live/outbox.ts'
import { Icon } from '#web/ui/icon.tsx'
import { clockOf, wholeDateOf } from './chat-dates.ts'
import type { Entry, Group } from './group-messages.ts'

interface MessageGroupProps {
  group: Group
  /** Of this end of the conversation: on the right. */
  isOwn: boolean
  /** Who wrote it, where the side does not say it. */
  writer: string
  /** Nothing of this end's comes after it. */
  isLast: boolean
  onRetry: (clientId: string) => void
  onDiscard: (clientId: string) => void
}

/** What one person wrote within a minute, with its time and what became of it. */
export function MessageGroup({ group, isOwn, writer, isLast, onRetry, onDiscard }: MessageGroupProps) {
  return (
    <div className={`mt-3 flex flex-col gap-1 ${isOwn ? 'items-end' : 'items-start'}`}>
      {group.entries.map((entry, index) => (
        <Bubble key={entry.key} entry={entry} isOwn={isOwn} writer={index === 0 ? writer : ''} onRetry={onRetry} onDiscard={onDiscard} />
      ))}
      <p className="flex gap-1.5 px-1 text-xs text-muted">
        <time dateTime={group.at} title={wholeDateOf(group.at)}>
          {clockOf(group.at)}
        </time>
        {isOwn && isLast && <Fate outgoing={group.entries.at(-1)?.outgoing ?? null} />}
      </p>
    </div>
  )
}

interface BubbleProps extends Pick<MessageGroupProps, 'isOwn' | 'writer' | 'onRetry' | 'onDiscard'> {
  entry: Entry
}

function Bubble({ entry: { text, outgoing }, isOwn, writer, onRetry, onDiscard }: BubbleProps) {
  return (
    <>
      <div
        data-stored={outgoing ? undefined : ''}
        className={`max-w-[min(85%,36rem)] rounded-2xl px-3.5 py-2 break-words whitespace-pre-wrap [overflow-wrap:anywhere] ${isOwn ? 'rounded-br-md bg-[var(--accent-wash)]' : 'rounded-bl-md border border-border bg-surface'} ${outgoing ? 'opacity-75' : ''}`}
      >
        {writer && <span className="sr-only">{writer}: </span>}
        {text}
      </div>
      {outgoing?.state === 'failed' && (
        <NotSent outgoing={outgoing} onRetry={() => onRetry(outgoing.clientId)} onDiscard={() => onDiscard(outgoing.clientId)} />
      )}
    </>
  )
}

function Fate({ outgoing }: { outgoing: Outgoing | null }) {
  if (outgoing?.state === 'failed') return null
  return <span>· {outgoing ? 'Sending …' : 'Sent'}</span>
}

function NotSent({ outgoing, onRetry, onDiscard }: { outgoing: Outgoing; onRetry: () => void; onDiscard: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-end gap-x-3 px-1 text-xs text-danger">
      <span className="flex items-center gap-1.5">
        <Icon name="alert" size={14} />
        {outgoing.reason || 'Not sent'}
      </span>
      <button type="button" onClick={onRetry} className="min-h-6 rounded font-semibold underline underline-offset-3">
        Retry
      </button>
      <button type="button" onClick={onDiscard} className="min-h-6 rounded text-muted underline underline-offset-3 hover:text-text">
        Delete
      </button>
    </p>
  )
}
