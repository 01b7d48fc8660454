import { useRef } from 'react'
import type { SignInSession } from '#contract/schemas/accounts/account.ts'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/data/session.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { formatTimeAgo } from '#web/ui/format/time-ago.ts'
import { formatDate } from '#web/ui/format/format-date.ts'
import { Section } from './section.tsx'
import { useEndOtherSessions, useEndSession } from './use-sessions.ts'

const IS_PHONE = /android|ios|iphone|ipad|phone/i

/** This device first, then the most recently seen. */
const compareSessions = (a: SignInSession, b: SignInSession) =>
  Number(b.isCurrent) - Number(a.isCurrent) || b.last_seen.localeCompare(a.last_seen) || b.session_id - a.session_id

/** @param now when the list was loaded, so that the server and the browser render the same times */
export function SessionsSection({ sessions, now }: { sessions: SignInSession[]; now: number }) {
  const endSession = useEndSession()
  const endOtherSessions = useEndOtherSessions()
  const list = useRef<HTMLUListElement>(null)
  const failure = endSession.error ?? endOtherSessions.error
  const dismiss = () => {
    endSession.reset()
    endOtherSessions.reset()
    list.current?.focus()
  }
  return (
    <Section
      title="Active sessions"
      lead="Devices logged in to your account. If you don't recognize one, log it out and change your password."
    >
      <div aria-live="polite" className="not-empty:mb-4">
        {failure && <Banner variant="error" text={failure.message} onDismiss={dismiss} />}
        {endOtherSessions.data && <Banner variant="success" text={endOtherSessions.data.msg} onDismiss={dismiss} />}
        {endSession.variables && endSession.isSuccess && (
          <span className="sr-only">Logged out: {endSession.variables.device}</span>
        )}
      </div>
      <ul ref={list} tabIndex={-1} aria-label="Sessions" className="divide-y divide-border outline-offset-8">
        {sessions.toSorted(compareSessions).map((session) => (
          <li key={session.session_id} className="flex items-center gap-4 py-4 first:pt-0 last:pb-0">
            <Row session={session} now={now} />
            {session.isCurrent ? (
              <LogoutLink />
            ) : (
              <Button
                variant="secondary"
                size="sm"
                onClick={() => {
                  endSession.mutate(session)
                  // The focused button is removed with its row.
                  list.current?.focus()
                }}
              >
                Log out<span className="sr-only"> {session.device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="secondary"
          className="mt-6 max-sm:w-full"
          onClick={() => {
            endOtherSessions.mutate()
            list.current?.focus()
          }}
        >
          Log out all other sessions
        </Button>
      )}
    </Section>
  )
}

function LogoutLink() {
  return (
    <ButtonLink to={useUser()?.role === 'admin' ? paths.logout : paths.studentLogout} variant="secondary" size="sm">
      Log out
    </ButtonLink>
  )
}

function Row({ session, now }: { session: SignInSession; now: number }) {
  return (
    <>
      <span className="grid size-10 shrink-0 place-items-center max-sm:hidden rounded-full bg-raised text-muted">
        <AnyIcon name={IS_PHONE.test(session.device) ? 'phone' : 'monitor'} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
          {session.device}
          {session.isCurrent && (
            <span className="rounded-full bg-[var(--success-wash)] px-2.5 py-0.5 text-xs whitespace-nowrap text-success">
              This device
            </span>
          )}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-xs text-muted">
          {!session.isCurrent && (
            <time dateTime={session.last_seen}>Last seen {formatTimeAgo(session.last_seen, now)}</time>
          )}
          <time dateTime={session.created_date}>Logged in {formatDate(session.created_date)}</time>
        </p>
      </div>
    </>
  )
}
