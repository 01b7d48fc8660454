import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { CacheTag } from '#contract/calls.ts'
import type { Message } from '#contract/schemas/chat.ts'
import type { ChatFrame, ServerFrame } from '#contract/socket.ts'
import type { CallResponse } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { call } from '#web/data/api.ts'
import { invalidateTags } from '#web/data/invalidate.ts'
import { CLOSE_CODES } from '#contract/socket.ts'
import { reloadIfSessionChanged } from './reload-if-session-changed.ts'
import { ReconnectingSocket, type ConnectionState } from './reconnecting-socket.ts'
import {
  addMessages,
  getConversationQuery,
  getCachedStudentIds,
  getNewestMessageId,
  updateConversationLists,
  type CurrentUser,
  setUnreadNotifications,
  setUnreadCount,
  findStudentId,
} from './message-cache.ts'
import { PendingMessages, type PendingMessage } from './pending-messages.ts'
import { readUnsent, saveUnsent } from './unsent-storage.ts'

export interface LiveState {
  /** `idle` while no component uses the connection. */
  connection: ConnectionState | 'idle'
  pendingMessages: readonly PendingMessage[]
  /** Conversations in which the other side is typing. */
  typingStudentIds: ReadonlySet<number>
}

const ACCESS_TAGS: readonly CacheTag[] = ['account', 'progress', 'orders']
/** Of everything that frames change. */
const LIVE_TAGS: readonly CacheTag[] = ['messages', 'conversations', 'notifications', ...ACCESS_TAGS]
const TYPING_EXPIRES_MS = 5_000
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
  readonly #typingTimers = new Map<number, ReturnType<typeof setTimeout>>()
  /** Conversations that may miss messages: student id -> last known message id. */
  readonly #gaps = new Map<number, number>()
  #connection: ReconnectingSocket | null = null
  #currentUser: CurrentUser | null = null
  #holderCount = 0
  #closeTimer: ReturnType<typeof setTimeout> | undefined
  #isSynced = false
  #typingSentAt = 0

  constructor(client: QueryClient) {
    this.#client = client
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

  send(studentId: number, receiverId: number, text: string): void {
    if (!this.#currentUser) return
    const after = getNewestMessageId(this.#client, this.#currentUser, studentId)
    const entry = this.#pendingMessages.add({ studentId, receiverId, text: text.normalize('NFC').trim(), after })
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
  sendTyping(receiverId: number): void {
    if (!this.#currentUser || Date.now() - this.#typingSentAt < TYPING_INTERVAL_MS) return
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
    for (const timer of this.#typingTimers.values()) clearTimeout(timer)
    this.#typingTimers.clear()
    this.#set({ connection: 'idle', typingStudentIds: new Set() })
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
      else if (frame.type === 'error' && frame.client_id !== undefined)
        this.#pendingMessages.fail(frame.client_id, frame.msg)
      else if (frame.type === 'error') console.error('The chat refused a frame:', frame.msg)
    })
  }

  #handleMessage({ msg_id, msg, date, from, to, client_id }: ChatFrame): void {
    if (!this.#currentUser) return
    const message: Message = { msg_id, sender_id: from, receiver_id: to, msg_text: msg, created_date: date }
    const studentId = findStudentId(this.#client, this.#currentUser, [from, to])
    if (studentId !== null) {
      addMessages(this.#client, this.#currentUser, studentId, [message])
      if (from !== this.#currentUser.student_id) this.#hideTyping(studentId)
    }
    if (client_id !== undefined) this.#pendingMessages.remove(client_id)
    if (this.#currentUser.role === 'admin') updateConversationLists(this.#client, studentId ?? 0, message)
  }

  /** Fetches what was missed while disconnected, then sends queued messages. */
  async #syncMissed(): Promise<void> {
    const connection = this.#connection
    const currentUser = this.#currentUser
    if (!connection || !currentUser) return
    void invalidateTags(this.#client, ['conversations', 'notifications'])
    this.#recordGaps(currentUser)
    for (const [studentId, lastKnownId] of this.#gaps) {
      try {
        await this.#fetchMissed(currentUser, studentId, lastKnownId)
      } catch (error) {
        console.error('Missed messages could not be fetched:', error)
        // Trying again does not help after a 4xx.
        if (!(error instanceof AppError && error.status >= 400 && error.status < 500)) return connection.reconnect()
      }
      if (connection !== this.#connection || this.#state.connection !== 'ready') return
      this.#gaps.delete(studentId)
    }
    connection.resetBackoff()
    this.#isSynced = true
    for (const entry of this.#pendingMessages.entries) if (entry.isQueued) this.#sendPending(entry)
  }

  /** Notes each conversation's last known message before the new socket delivers any. */
  #recordGaps(currentUser: CurrentUser): void {
    const cached = getCachedStudentIds(this.#client, currentUser)
    const maybeStored = this.#pendingMessages.entries.filter(({ mayBeStored }) => mayBeStored)
    for (const studentId of new Set([...cached, ...maybeStored.map((entry) => entry.studentId)])) {
      if (this.#gaps.has(studentId)) continue
      const afterIds = maybeStored.filter((entry) => entry.studentId === studentId).map(({ after }) => after)
      this.#gaps.set(
        studentId,
        cached.includes(studentId) ? getNewestMessageId(this.#client, currentUser, studentId) : Math.min(...afterIds),
      )
    }
  }

  async #fetchMissed(currentUser: CurrentUser, studentId: number, lastKnownId: number): Promise<void> {
    const missed: Message[] = []
    const [, input] = getConversationQuery(currentUser, studentId).queryKey
    for (let page: number | null = 1; page !== null;) {
      const { msg, nextPage }: CallResponse<'getMsg'> = await call('getMsg', { ...input, page })
      missed.push(...msg.filter(({ msg_id }) => msg_id > lastKnownId))
      page = msg.some(({ msg_id }) => msg_id <= lastKnownId) ? null : nextPage
    }
    notifyManager.batch(() => {
      addMessages(this.#client, currentUser, studentId, missed)
      this.#pendingMessages.reconcile(studentId, currentUser.student_id, missed)
    })
  }

  #sendPending({ clientId, receiverId, text }: PendingMessage): void {
    if (!this.#currentUser || !this.#isSynced) return
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
    const studentId = this.#currentUser.role === 'admin' ? from : this.#currentUser.student_id
    clearTimeout(this.#typingTimers.get(studentId))
    this.#typingTimers.set(
      studentId,
      setTimeout(() => this.#hideTyping(studentId), TYPING_EXPIRES_MS),
    )
    this.#set({ typingStudentIds: new Set(this.#typingTimers.keys()) })
  }

  #hideTyping(studentId: number): void {
    clearTimeout(this.#typingTimers.get(studentId))
    if (this.#typingTimers.delete(studentId)) this.#set({ typingStudentIds: new Set(this.#typingTimers.keys()) })
  }

  /** Notified in one batch with cache changes, so that a message is never shown twice or not at all. */
  #set(values: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...values }
    notifyManager.schedule(() => {
      for (const listener of this.#listeners) listener()
    })
  }
}
