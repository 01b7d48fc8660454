import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { CacheTag } from '#contract/calls.ts'
import type { Message } from '#contract/schemas/chat.ts'
import type { ChatFrame, ServerFrame } from '#contract/socket.ts'
import { invalidateQueries, invalidateTags } from '#web/data/invalidate.ts'
import { CLOSE_CODES } from '#contract/socket.ts'
import { reloadIfSessionChanged } from './reload-if-session-changed.ts'
import { ReconnectingSocket, type ConnectionState } from './reconnecting-socket.ts'
import {
  addMessages,
  ADMIN_QUERY,
  getNewestMessageId,
  getReceiverId,
  updateConversationLists,
  type CurrentUser,
  setUnreadNotifications,
  setUnreadCount,
  findStudentId,
} from './message-cache.ts'
import { MessageGaps } from './message-gaps.ts'
import { PendingMessages, type PendingMessage } from './pending-messages.ts'
import { TypingIndicators } from './typing-indicators.ts'
import { readUnsent, saveUnsent } from './unsent-storage.ts'

export interface LiveState {
  /** `idle` while no component uses the connection. */
  connection: ConnectionState | 'idle'
  pendingMessages: readonly PendingMessage[]
  /** Conversations in which the other side is typing. */
  typingStudentIds: ReadonlySet<number>
}

const ACCESS_TAGS: readonly CacheTag[] = ['account', 'progress', 'orders', 'notifications']
/** Of everything that frames change. */
const LIVE_TAGS: readonly CacheTag[] = ['messages', 'conversations', ...ACCESS_TAGS]
const TYPING_INTERVAL_MS = 3_000
/** Between two screens no component uses the connection for a moment. */
const CLOSE_DELAY_MS = 1_000
/** The tab that logs out is already navigating home when its socket closes. */
const SESSION_CHECK_DELAY_MS = 1_000

/**
 * Puts what the server pushes (messages, read counts, notifications) into the query cache, where the screens read it.
 * Only unsent messages and typing indicators are its own state.
 */
export class LiveConnection {
  #state: LiveState = { connection: 'idle', pendingMessages: [], typingStudentIds: new Set() }
  readonly #client: QueryClient
  readonly #listeners = new Set<() => void>()
  readonly #pendingMessages = new PendingMessages({
    onChange: () => this.#handlePendingChange(),
    // A socket that accepts a message and does not answer is usually dead.
    onTimeout: ({ mayBeStored }) => mayBeStored && this.#connection?.reconnect(),
  })
  readonly #typingIndicators = new TypingIndicators((typingStudentIds) => this.#set({ typingStudentIds }))
  readonly #gaps: MessageGaps
  #connection: ReconnectingSocket | null = null
  #currentUser: CurrentUser | null = null
  #holderCount = 0
  #closeTimer: ReturnType<typeof setTimeout> | undefined
  #isSynced = false
  #typingSentAt = 0

  constructor(client: QueryClient) {
    this.#client = client
    this.#gaps = new MessageGaps(client, this.#pendingMessages)
  }

  readonly getState = (): LiveState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Keeps the connection open until the returned function is called. */
  acquire(currentUser: CurrentUser): () => void {
    clearTimeout(this.#closeTimer)
    if (currentUser.student_id !== this.#currentUser?.student_id || currentUser.role !== this.#currentUser.role) {
      this.#close()
      this.#open(currentUser)
    }
    this.#holderCount++
    return () => {
      this.#holderCount--
      if (this.#holderCount === 0) this.#closeTimer = setTimeout(() => this.#close(), CLOSE_DELAY_MS)
    }
  }

  send(studentId: number, text: string): void {
    if (!this.#currentUser) return
    const after = getNewestMessageId(this.#client, this.#currentUser, studentId)
    const entry = this.#pendingMessages.add({ studentId, text: text.normalize('NFC').trim(), after })
    this.#typingSentAt = 0
    this.#sendPending(entry)
  }

  retry(clientId: string): void {
    this.#pendingMessages.requeue(clientId)
    const entry = this.#pendingMessages.find(clientId)
    if (entry) this.#sendPending(entry)
  }

  discard(clientId: string): void {
    this.#pendingMessages.remove(clientId)
  }

  /** Sent at most every few seconds while the user types. */
  sendTyping(studentId: number): void {
    if (!this.#currentUser || Date.now() - this.#typingSentAt < TYPING_INTERVAL_MS) return
    const receiverId = getReceiverId(this.#client, this.#currentUser, studentId)
    if (receiverId === undefined) return
    const isSent = this.#connection?.send({
      type: 'typing',
      sender_id: this.#currentUser.student_id,
      receiver_id: receiverId,
    })
    if (isSent) this.#typingSentAt = Date.now()
  }

  #open(currentUser: CurrentUser): void {
    this.#currentUser = currentUser
    this.#pendingMessages.restore(readUnsent(currentUser.student_id))
    this.#set({ connection: 'connecting' })
    this.#connection = new ReconnectingSocket({
      userId: currentUser.student_id,
      onStateChange: (connection) => this.#handleConnectionState(connection),
      onFrame: (frame) => this.#handleFrame(frame),
      onClose: (code) => this.#handleClose(code),
    })
  }

  #close(): void {
    this.#connection?.close()
    this.#connection = null
    this.#currentUser = null
    this.#pendingMessages.clear()
    this.#gaps.clear()
    this.#typingIndicators.clear()
    this.#set({ connection: 'idle' })
  }

  #handlePendingChange(): void {
    const { entries } = this.#pendingMessages
    if (this.#currentUser) saveUnsent(this.#currentUser.student_id, entries)
    this.#set({ pendingMessages: entries })
  }

  #handleConnectionState(connection: ConnectionState): void {
    this.#isSynced = false
    this.#set({ connection })
    if (connection === 'ready') void this.#syncMissed()
  }

  #handleClose(code: number): void {
    if (code === CLOSE_CODES.maintenance) void invalidateTags(this.#client, ['site'])
    if (code === CLOSE_CODES.notSignedIn || code === CLOSE_CODES.policy)
      setTimeout(() => this.#currentUser && void reloadIfSessionChanged(this.#currentUser), SESSION_CHECK_DELAY_MS)
  }

  #handleFrame(frame: Exclude<ServerFrame, { type: 'ready' }>): void {
    notifyManager.batch(() => {
      if (!('type' in frame)) this.#handleMessage(frame)
      else if (frame.type === 'typing') this.#showTyping(frame)
      else if (frame.type === 'read') setUnreadCount(this.#client, frame.student_id, frame.unread)
      else if (frame.type === 'notifications') setUnreadNotifications(this.#client, frame.unread)
      else if (frame.type === 'access') void invalidateTags(this.#client, ACCESS_TAGS)
      else if (frame.type === 'resync') void invalidateTags(this.#client, LIVE_TAGS)
      else if (frame.type === 'error' && frame.client_id !== undefined) this.#handleRefusal(frame.client_id, frame.msg)
      else if (frame.type === 'error') console.error('The chat refused a frame:', frame.msg)
    })
  }

  #handleRefusal(clientId: string, reason: string): void {
    this.#pendingMessages.fail(clientId, reason)
    // The admin whom the message named may be one no more.
    if (this.#currentUser?.role === 'student') void invalidateQueries(this.#client, ADMIN_QUERY)
  }

  #handleMessage({ msg_id, msg, date, from, to, client_id }: ChatFrame): void {
    if (!this.#currentUser) return
    const message: Message = { msg_id, sender_id: from, receiver_id: to, msg_text: msg, created_date: date }
    const studentId = findStudentId(this.#client, this.#currentUser, [from, to])
    if (studentId !== null) {
      addMessages(this.#client, this.#currentUser, studentId, [message])
      if (from !== this.#currentUser.student_id) this.#typingIndicators.hide(studentId)
    }
    if (client_id !== undefined) this.#pendingMessages.confirm(client_id, msg_id)
    if (this.#currentUser.role === 'admin') updateConversationLists(this.#client, studentId ?? 0, message)
  }

  /** Fetches what was missed while disconnected, then sends queued messages. */
  async #syncMissed(): Promise<void> {
    const connection = this.#connection
    const currentUser = this.#currentUser
    if (!connection || !currentUser) return
    void invalidateTags(this.#client, ['conversations', 'notifications'])
    const isCurrent = () => connection === this.#connection && this.#state.connection === 'ready'
    this.#gaps.note(currentUser)
    try {
      await this.#gaps.fill(currentUser, isCurrent)
      // The cache forgets whom to write to a while after the student has left the chat.
      if (currentUser.role === 'student' && this.#pendingMessages.entries.some(({ isQueued }) => isQueued))
        await this.#client.ensureQueryData(ADMIN_QUERY)
    } catch {
      return connection.reconnect()
    }
    if (!isCurrent()) return
    connection.resetBackoff()
    this.#isSynced = true
    for (const entry of this.#pendingMessages.entries) if (entry.isQueued) this.#sendPending(entry)
  }

  #sendPending({ clientId, studentId, text }: PendingMessage): void {
    if (!this.#currentUser || !this.#isSynced) return
    const receiverId = getReceiverId(this.#client, this.#currentUser, studentId)
    if (receiverId === undefined) return this.#pendingMessages.fail(clientId)
    const isSent = this.#connection?.send({
      type: 'chat',
      sender_id: this.#currentUser.student_id,
      receiver_id: receiverId,
      msg: text,
      client_id: clientId,
    })
    if (isSent) this.#pendingMessages.markSent(clientId)
  }

  #showTyping({ from }: { from: number }): void {
    if (!this.#currentUser) return
    this.#typingIndicators.show(this.#currentUser.role === 'admin' ? from : this.#currentUser.student_id)
  }

  /** Notified in one batch with cache changes, so that a message is never shown twice or not at all. */
  #set(values: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...values }
    notifyManager.schedule(() => {
      for (const listener of this.#listeners) listener()
    })
  }
}
