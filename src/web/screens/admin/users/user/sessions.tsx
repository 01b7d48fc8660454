import { useRef } from 'react'
import type { UserDetails } from '#contract/schemas/accounts/admin-users.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatTimeAgo } from '#web/ui/format/time-ago.ts'
import { ListSection } from './list-section.tsx'
import { useEndUserSessions } from './use-user-mutations.ts'

const IS_PHONE = /android|ios|iphone|ipad|phone/i

interface SessionsProps {
  userId: number
  sessions: UserDetails['sessions']
  /** When the list was fetched: the server and the browser must render the same text. */
  now: number
}

export function Sessions({ userId, sessions, now }: SessionsProps) {
  const { mutate: endSessions } = useEndUserSessions(userId)
  const section = useRef<HTMLElement>(null)
  const signOut = () => {
    endSessions()
    // The button disappears with the list.
    section.current?.focus()
  }
  return (
    <ListSection
      ref={section}
      title="Active sessions"
      count={sessions.length}
      emptyText="No active sessions."
      footer={
        sessions.length > 0 && (
          <Button variant="secondary" size="sm" className="mt-3 mb-1 w-full" onClick={signOut}>
            Log out everywhere
          </Button>
        )
      }
    >
      {sessions.map((session) => (
        <li key={session.session_id} className="flex items-center gap-3 py-3">
          <span className="grid size-9 shrink-0 place-items-center rounded-full bg-raised text-muted">
            <AnyIcon name={IS_PHONE.test(session.device) ? 'phone' : 'monitor'} size={18} />
          </span>
          <div className="min-w-0">
            <p className="text-sm font-medium wrap-anywhere">{session.device}</p>
            <time dateTime={session.last_seen} className="block text-xs text-muted">
              Last seen {formatTimeAgo(session.last_seen, now)}
            </time>
          </div>
        </li>
      ))}
    </ListSection>
  )
}
