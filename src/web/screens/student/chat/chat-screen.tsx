import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { query } from '#web/data/api.ts'
import { Head } from '#web/ui/head.tsx'
import { paths } from '#contract/paths.ts'
import { useSignedInUser, useIsViewingAsStudent } from '#web/data/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { StaffBadge } from '#web/ui/staff-badge.tsx'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { Conversation } from '#web/features/chat/conversation.tsx'
import { ConversationSkeleton } from '#web/features/chat/conversation-skeleton.tsx'
import { useKeyboardHeight } from '#web/features/chat/use-keyboard-height.ts'

/** On phones the conversation fills the screen below the top bar. */
export function Component() {
  const panel = useKeyboardHeight()
  const isViewingAsStudent = useIsViewingAsStudent()
  return (
    <div className="md:container-site md:py-8">
      <Head title="Chat" noIndex />
      <div
        ref={panel}
        className="flex h-[calc(100dvh-4.0625rem-var(--strip,0px)-var(--keyboard,0px))] min-h-72 flex-col overflow-hidden bg-surface md:mx-auto md:h-[750px] md:max-w-3xl md:rounded-card md:border md:border-border md:shadow-card"
      >
        <Suspense fallback={<ConversationSkeleton />}>
          {isViewingAsStudent ? <AdminChatNotice /> : <ChatWithAdmin />}
        </Suspense>
      </div>
    </div>
  )
}

function ChatWithAdmin() {
  const currentUser = useSignedInUser()
  const admin = useSuspenseQuery(query('getAdminId', {})).data.msg[0]
  // The server does not know the user's time zone, so dates render only in the browser.
  const isHydrated = useHydrated()
  const name = admin ? `${admin.first_name} ${admin.last_name}` : 'the admin'
  return (
    <>
      <div className="flex h-16 shrink-0 items-center gap-3 border-b border-border px-4 sm:px-5">
        <Avatar imageUrl={admin?.image_url ?? ''} size={40} className="border border-border" />
        <div className="min-w-0">
          <h1 className="text-xl leading-6">Chat</h1>
          <p className="flex items-center gap-2 text-sm leading-5 text-muted">
            <span className="truncate">with {name}</span>
            {admin && <StaffBadge />}
          </p>
        </div>
      </div>
      {isHydrated ? (
        <Conversation
          currentUser={currentUser}
          studentId={currentUser.student_id}
          canSend={admin !== undefined}
          name={name}
          emptyState={<EmptyChat />}
        />
      ) : (
        <ConversationSkeleton />
      )}
    </>
  )
}

/** Shown to an admin who views the site as a student. */
function AdminChatNotice() {
  return (
    <div className="overflow-y-auto p-4">
      <h1 className="sr-only">Chat</h1>
      <EmptyState title="Students write to you here">
        <p>Admins answer messages in the dashboard.</p>
        <ButtonLink to={paths.viewAsAdmin} variant="secondary">
          Back to the dashboard
        </ButtonLink>
      </EmptyState>
    </div>
  )
}

function EmptyChat() {
  return (
    <EmptyState title="No Chat data for this user">
      <p>Ask about a course, a lesson, or your account. You&apos;ll see the answer here and get a notification.</p>
    </EmptyState>
  )
}
