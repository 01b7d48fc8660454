import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { groupByDay, type ChatEntry } from './chat-entries.ts'
import { MessageBubble } from './message-bubble.tsx'
import type { useLogScroll } from './use-log-scroll.ts'
import { useOlderPages } from './use-older-pages.ts'

interface MessagesProps {
  entries: readonly ChatEntry[]
  /** Whether the user's side of the conversation wrote it. */
  isOwn: (senderId: number) => boolean
  /** For screen readers. */
  getSenderName: (senderId: number) => string
  onRetry: (clientId: string) => void
  onDiscard: (clientId: string) => void
}

interface MessageLogProps extends MessagesProps {
  label: string
  scroll: ReturnType<typeof useLogScroll>
  /** The newest message from the other side. */
  newestReceivedId: number
  older: { hasMore: boolean; isLoading: boolean; hasFailed: boolean; load: () => void }
  emptyState: ReactNode
}

export function MessageLog({ label, scroll, newestReceivedId, older, emptyState, ...messages }: MessageLogProps) {
  const { scroller, isAtEnd } = scroll
  const top = useOlderPages(scroller, older.hasMore && !older.isLoading && !older.hasFailed, older.load)
  const [lastSeenId, setLastSeenId] = useState(newestReceivedId)
  if (isAtEnd && lastSeenId !== newestReceivedId) setLastSeenId(newestReceivedId)
  return (
    <div className="relative min-h-0 flex-1 bg-bg">
      <div
        ref={scroller}
        role="log"
        aria-label={label}
        aria-live="polite"
        aria-busy={older.isLoading}
        tabIndex={0}
        onScroll={scroll.onScroll}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain -outline-offset-2 [overflow-anchor:none]"
      >
        {messages.entries.length === 0 ? (
          <div className="my-auto">{emptyState}</div>
        ) : (
          <div className="px-3 pt-2 pb-4 sm:px-5">
            <div ref={top}>
              <OlderMessages {...older} />
            </div>
            <Messages {...messages} />
          </div>
        )}
      </div>
      {!isAtEnd && (
        <ScrollToEndButton
          hasNew={newestReceivedId > lastSeenId}
          onClick={() => scroll.scrollToEnd(getScrollBehavior())}
        />
      )}
    </div>
  )
}

function Messages({ entries, isOwn, getSenderName, onRetry, onDiscard }: MessagesProps) {
  const lastOwn = entries.findLast(({ senderId }) => isOwn(senderId))
  return groupByDay(entries).map((day) => (
    <section key={day.key} aria-label={day.name}>
      <p className="mt-6 mb-1 flex items-center gap-3 text-xs font-medium whitespace-nowrap text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {day.name}
      </p>
      {day.entries.map((entry) => (
        <MessageBubble
          key={entry.key}
          entry={entry}
          isOwn={isOwn(entry.senderId)}
          senderName={getSenderName(entry.senderId)}
          isLastOwn={entry.key === lastOwn?.key}
          onRetry={onRetry}
          onDiscard={onDiscard}
        />
      ))}
    </section>
  ))
}

function OlderMessages({ hasMore, isLoading, hasFailed, load }: MessageLogProps['older']) {
  if (hasFailed) {
    return (
      <div className="flex flex-col items-center gap-2 py-3 text-sm text-muted">
        <p role="alert">Couldn&apos;t load earlier messages.</p>
        <Button variant="secondary" size="sm" onClick={load}>
          Retry
        </Button>
      </div>
    )
  }
  if (!hasMore) return null
  return (
    <div aria-hidden="true" className={`flex flex-col gap-3 py-3 ${isLoading ? '' : 'opacity-0'}`}>
      <div className="skeleton h-11 w-3/5 rounded-2xl" />
      <div className="skeleton h-11 w-2/5 self-end rounded-2xl" />
    </div>
  )
}

function ScrollToEndButton({ hasNew, onClick }: { hasNew: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={hasNew ? undefined : 'Go to latest message'}
      onClick={onClick}
      className={`absolute bottom-3 left-1/2 flex h-9 -translate-x-1/2 items-center gap-1.5 rounded-full border px-3 text-sm font-semibold shadow-raised transition duration-150 ease-out starting:translate-y-2 starting:opacity-0 ${hasNew ? 'border-accent bg-accent text-on-accent hover:brightness-106' : 'border-border-strong bg-surface text-muted hover:text-text'}`}
    >
      {hasNew && 'New messages'}
      <Icon name="chevron-down" size={18} />
    </button>
  )
}

const getScrollBehavior = () => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')
