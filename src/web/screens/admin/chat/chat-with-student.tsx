import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '#web/data/api.ts'
import { useUser } from '#web/data/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { Conversation } from '#web/features/chat/conversation.tsx'
import { ConversationSkeleton } from '#web/features/chat/conversation-skeleton.tsx'

export function ChatWithStudent({ studentId, backLink }: { studentId: number; backLink: ReactNode }) {
  const self = useUser()
  const { data, error } = useSuspenseQuery(query('getUserData', { id: studentId }))
  // Deleted while the chat was open.
  if (error?.code === 'user_not_found') throw error
  const student = data.msg.data[0]
  // The server does not know the time zone that dates are shown in.
  const isHydrated = useHydrated()
  const name = student ? `${student.first_name} ${student.last_name}` : 'Student'
  return (
    <>
      <div className="flex h-16 shrink-0 items-center gap-3 border-b border-border px-4 sm:px-5">
        {backLink}
        <Avatar imageUrl={student?.image_url ?? ''} size={40} className="border border-border" />
        <div className="min-w-0">
          <h2 className="truncate text-lg leading-6">{name}</h2>
          <p className="truncate text-xs text-muted">{student?.email}</p>
        </div>
      </div>
      {self && isHydrated ? (
        <Conversation
          currentUser={self}
          studentId={studentId}
          canSend
          name={name}
          emptyState={<NoMessages name={name} />}
        />
      ) : (
        <ConversationSkeleton />
      )}
    </>
  )
}

function NoMessages({ name }: { name: string }) {
  return (
    <EmptyState title="No Chat data for this user">
      <p>Send {name} the first message.</p>
    </EmptyState>
  )
}
