import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Conversation, Message } from '#contract/schemas/chat.ts'
import type { CallResponse } from '#contract/contract.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { pages, query } from '#web/data/api.ts'
import { invalidateTags, invalidateQueries } from '#web/data/invalidate.ts'

export type CurrentUser = Pick<User, 'student_id' | 'role'>
type MessagePages = InfiniteData<CallResponse<'getMsg'>, number>
type ConversationPages = InfiniteData<CallResponse<'getConversations'>, number>

/** A student's own conversation, or an admin's with a student. */
export const getConversationQuery = (currentUser: CurrentUser, studentId: number) =>
  pages('getMsg', currentUser.role === 'admin' ? { receiver_id: studentId } : {})

/** Whom students write to. */
export const ADMIN_QUERY = query('getAdminId', {})
const CONVERSATIONS = ['getConversations'] as const
/** Also with a search. */
const UNANSWERED = ['getConversations', { select_data: 'Unanswered' }] as const

/** Whom a conversation's messages are sent to, undefined without an admin. All admins share a student's conversation. */
export const getReceiverId = (client: QueryClient, currentUser: CurrentUser, studentId: number): number | undefined =>
  currentUser.role === 'admin' ? studentId : client.getQueryData(ADMIN_QUERY.queryKey)?.msg[0]?.student_id

/** The students whose conversations are in the cache. */
export function getCachedStudentIds(client: QueryClient, currentUser: CurrentUser): number[] {
  if (currentUser.role === 'student')
    return client.getQueryData(getConversationQuery(currentUser, currentUser.student_id).queryKey)
      ? [currentUser.student_id]
      : []
  return client
    .getQueriesData<MessagePages>({ queryKey: ['getMsg'] })
    .flatMap(([[, input], data]) => (data ? [Number((input as { receiver_id?: number }).receiver_id)] : []))
}

/** The id of a conversation's newest cached message, or 0. */
export function getNewestMessageId(client: QueryClient, currentUser: CurrentUser, studentId: number): number {
  const data = client.getQueryData<MessagePages>(getConversationQuery(currentUser, studentId).queryKey)
  return Math.max(0, ...(data?.pages.flatMap(({ msg }) => msg.map(({ msg_id }) => msg_id)) ?? []))
}

/**
 * The student whose conversation a message belongs to, or null. A message between a student and another admin does not
 * say which of the two ids is the student's: cached conversations decide.
 */
export function findStudentId(
  client: QueryClient,
  currentUser: CurrentUser,
  participants: readonly [from: number, to: number],
): number | null {
  if (currentUser.role === 'student') return currentUser.student_id
  const others = participants.filter((id) => id !== currentUser.student_id)
  if (others.length === 1) return others[0] ?? null
  const students = new Set([
    ...getCachedStudentIds(client, currentUser),
    ...client
      .getQueriesData<ConversationPages>({ queryKey: CONVERSATIONS })
      .flatMap(([, data]) => getRows(data).map(({ student_id }) => student_id)),
  ])
  return others.find((id) => students.has(id)) ?? null
}

const getRows = (data: ConversationPages | undefined): Conversation[] => data?.pages.flatMap(({ msg }) => msg) ?? []

/**
 * Adds messages to a conversation, each once. Pages are newest first. A fetch in progress may answer with a state from
 * before these messages, so they are added again when it ends.
 */
export function addMessages(
  client: QueryClient,
  currentUser: CurrentUser,
  studentId: number,
  messages: readonly Message[],
): void {
  const { queryKey } = getConversationQuery(currentUser, studentId)
  const writeMessages = () =>
    client.setQueryData<MessagePages>(queryKey, (data) => data && mergeMessages(data, messages))
  writeMessages()
  const activeQuery = client.getQueryCache().find({ queryKey, exact: true })
  if (activeQuery?.state.fetchStatus === 'fetching') activeQuery.promise?.then(writeMessages, () => null)
}

function mergeMessages(data: MessagePages, messages: readonly Message[]): MessagePages {
  const known = new Set(data.pages.flatMap(({ msg }) => msg.map(({ msg_id }) => msg_id)))
  const newMessages = messages.filter(({ msg_id }) => !known.has(msg_id))
  const [first, ...rest] = data.pages
  if (newMessages.length === 0 || !first) return data
  const msg = [...newMessages, ...first.msg].sort((one, other) => other.msg_id - one.msg_id)
  return { ...data, pages: [{ ...first, msg }, ...rest] }
}

/** Moves a conversation to the top of an admin's lists, with one more unread message if the student wrote it. */
export function updateConversationLists(client: QueryClient, studentId: number, message: Message): void {
  updateCachedLists(client, (data) => {
    const before = getRows(data).find(({ student_id }) => student_id === studentId)
    if (!before) return data
    if ((before.last?.msg_id ?? 0) >= message.msg_id) return data
    const row = { ...before, last: message, unread: before.unread + (message.sender_id === studentId ? 1 : 0) }
    return {
      ...data,
      pages: data.pages.map((page, index) => {
        const others = page.msg.filter(({ student_id }) => student_id !== studentId)
        return { ...page, msg: index === 0 ? [row, ...others] : others }
      }),
    }
  })
  const isListed = (data: ConversationPages | undefined) =>
    getRows(data).some(({ student_id }) => student_id === studentId)
  // A search may list a student whom the list of all, which counts the unread messages, has on a later page.
  const all = client.getQueryData<ConversationPages>(pages('getConversations', { search_text: '' }).queryKey)
  if (!isListed(all)) {
    void invalidateTags(client, ['conversations'])
    return
  }
  const isUnanswered = message.sender_id === studentId
  void invalidateQueries(client, {
    queryKey: UNANSWERED,
    predicate: ({ state }) => isListed(state.data as ConversationPages | undefined) !== isUnanswered,
  })
}

export function setUnreadCount(client: QueryClient, studentId: number, unread: number): void {
  const read = (row: Conversation) => (row.student_id === studentId ? { ...row, unread } : row)
  updateCachedLists(client, (data) => ({
    ...data,
    pages: data.pages.map((page) => ({ ...page, msg: page.msg.map(read) })),
  }))
}

/** A fetch in progress may answer with a state from before the change, so it is repeated. */
function updateCachedLists(client: QueryClient, update: (data: ConversationPages) => ConversationPages): void {
  client.setQueriesData<ConversationPages>({ queryKey: CONVERSATIONS }, (data) => data && update(data))
  void invalidateQueries(client, { queryKey: CONVERSATIONS, fetchStatus: 'fetching' })
}

/** Updates the unread count at once; the list is refetched when something in it is new. */
export function setUnreadNotifications(client: QueryClient, unread: number): void {
  const { queryKey } = pages('getNotifications', {})
  client.setQueryData(
    queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, msg: { ...page.msg, unread } })),
      },
  )
  void invalidateTags(client, ['notifications'], { refetchType: unread > 0 ? 'active' : 'none' })
}
