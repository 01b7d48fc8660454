import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Head } from '#web/ui/head.tsx'
import { parseIdSegment, paths } from '#contract/paths.ts'
import { pages } from '#web/data/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { SearchParamsLink } from '#web/ui/list/search-params-link.tsx'
import { ConversationSkeleton } from '#web/features/chat/conversation-skeleton.tsx'
import { useKeyboardHeight } from '#web/features/chat/use-keyboard-height.ts'
import { type ChatFilters, parseChatSearch } from './chat-search.ts'
import { ChatWithStudent } from './chat-with-student.tsx'
import { ConversationFilter } from './conversation-filter.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationSearch } from './conversation-search.tsx'

/** Small screens show either the list or the conversation; `?student=` decides. */
export function Component() {
  const [params] = useSearchParams()
  const studentId = parseIdSegment(params.get('student') ?? '')
  const filters = parseChatSearch(params)
  const panel = useKeyboardHeight()
  const isSelected = studentId > 0
  const { data } = useInfiniteQuery(pages('getConversations', filters))
  const isFiltered = filters.search_text !== '' || filters.select_data
  const hasNoStudents = !isSelected && !isFiltered && data?.pages[0]?.msg.length === 0
  return (
    <>
      <Head title="Chat" noIndex />
      <div
        ref={panel}
        className={`-mx-4 -my-8 grid h-[calc(100dvh-4rem-var(--keyboard,0px))] min-h-72 overflow-hidden bg-surface md:mx-0 md:my-0 md:h-[750px] md:rounded-card md:border md:border-border md:shadow-card ${isSelected ? '' : 'max-md:min-h-[650px]'}`}
      >
        {hasNoStudents ? <NoStudents /> : <Chats studentId={studentId} filters={filters} />}
      </div>
    </>
  )
}

function Chats({ studentId, filters }: { studentId: number; filters: ChatFilters }) {
  const isSelected = studentId > 0
  return (
    <div className="grid min-h-0 lg:grid-cols-[17rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)]">
      <div
        className={`flex min-h-0 min-w-0 flex-col lg:border-r lg:border-border ${isSelected ? 'max-lg:sr-only' : ''}`}
      >
        <h1 className="px-5 pt-4 text-2xl">Chat</h1>
        <div className={`flex min-h-0 flex-1 flex-col ${isSelected ? 'max-lg:hidden' : ''}`}>
          <ConversationSearch />
          <ConversationFilter current={filters.select_data ?? ''} />
          <ConversationList filters={filters} selectedId={studentId} />
        </div>
      </div>
      <section
        aria-label="Conversation"
        className={`flex min-h-0 min-w-0 flex-col ${isSelected ? '' : 'max-lg:hidden'}`}
      >
        {isSelected ? (
          <Suspense key={studentId} fallback={<ConversationSkeleton />}>
            <ChatWithStudent studentId={studentId} backLink={<BackToList />} />
          </Suspense>
        ) : (
          <div className="flex flex-1 flex-col justify-center bg-bg">
            <EmptyState title="Select Chat">
              <p>Choose a student to read and reply.</p>
            </EmptyState>
          </div>
        )}
      </section>
    </div>
  )
}

function NoStudents() {
  return (
    <div className="flex min-h-0 flex-col overflow-y-auto">
      <h1 className="px-5 pt-4 text-2xl">Chat</h1>
      <div className="my-auto">
        <EmptyState title="No students yet">
          <p>Students who sign up appear here.</p>
          <ButtonLink to={paths.importUsers} variant="secondary">
            Import users
          </ButtonLink>
        </EmptyState>
      </div>
    </div>
  )
}

function BackToList() {
  return (
    <SearchParamsLink
      update={(search) => {
        search.delete('student')
        return search
      }}
      aria-label="Back to all chats"
      className="-ml-2 grid size-11 place-items-center rounded-control text-muted hover:bg-raised hover:text-text lg:hidden"
    >
      <Icon name="arrow-left" />
    </SearchParamsLink>
  )
}
