import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { Message } from '#contract/schemas/chat.ts'
import type { ChatFrame, ServerFrame } from '#contract/socket.ts'
import type { CallResponse } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { call, query } from '#web/data/api.ts'
import { CLOSE_CODES } from '#contract/socket.ts'
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

export interface LiveState {
  connection: ConnectionState
  pendingMessages: readonly PendingMessage[]
  /** The conversations at whose other end somebody is writing. */
  typingStudentIds: ReadonlySet<number>
}

const TYPING_EXPIRES_MS = 5_000
const TYPING_INTERVAL_MS = 3_000
/** Between two screens nobody holds the line for a moment. */
const CLOSE_DELAY_MS = 1_000
/** The tab that logs out is already on its way home when its line closes. */
const SESSION_CHECK_DELAY_MS = 1_000

/**
 * What happens at the server while a tab is open: messages, who is writing, what was read, notifications. It all goes
 * into the query cache, where the screens find it; only what is not stored yet is kept here.
 */
export class LiveConnection {
  #state: LiveState = { connection: 'connecting', pendingMessages: [], typingStudentIds: new Set() }
  readonly #client: QueryClient
  readonly #listeners = new Set<() => void>()
  readonly #pendingMessages = new PendingMessages({
    onChange: () => this.#set({ pendingMessages: this.#pendingMessages.entries }),
    // A line that takes a message and gives no answer is dead as a rule.
    onTimeout: ({ mayBeStored }) => mayBeStored && this.#connection?.reconnect(),
  })
  readonly #typingTimers = new Map<number, ReturnType<typeof setTimeout>>()
  /** Conversations with messages possibly missing, each after the last one known before. */
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

  /** Keeps the line open for as long as somebody holds it. */
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

  /** Shows "is writing …" at the other end; told now and then while somebody types. */
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
    this.#set({ connection: 'connecting', typingStudentIds: new Set() })
  }

  #handleConnectionState(connection: ConnectionState): void {
    this.#isSynced = false
    this.#set({ connection })
    if (connection === 'ready') void this.#syncMissed()
  }

  #handleClose(code: number): void {
    if (code === CLOSE_CODES.maintenance)
      void this.#client.invalidateQueries({ queryKey: query('getMaintenace', {}).queryKey })
    if (code === CLOSE_CODES.notSignedIn || code === CLOSE_CODES.policy)
      setTimeout(() => void this.#checkSession(), SESSION_CHECK_DELAY_MS)
  }

  /** Signed out elsewhere, or signed in as somebody else or with other rights: nothing on this page is theirs any more. */
  async #checkSession(): Promise<void> {
    const currentUser = this.#currentUser
    if (!currentUser) return
    const session = await call('session', {}).catch(() => null)
    if (!session || this.#currentUser !== currentUser) return
    const [user] = session.msg.userData
    if (user?.student_id !== currentUser.student_id || user.role !== currentUser.role) window.location.reload()
  }

  #handleFrame(frame: Exclude<ServerFrame, { type: 'ready' }>): void {
    notifyManager.batch(() => {
      if (!('type' in frame)) this.#handleMessage(frame)
      else if (frame.type === 'typing') this.#showTyping(frame)
      else if (frame.type === 'read') setUnreadCount(this.#client, frame.student_id, frame.unread)
      else if (frame.type === 'notifications') setUnreadNotifications(this.#client, frame.unread)
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

  /** What came while there was no line: fetched, then what waits goes out. */
  async #syncMissed(): Promise<void> {
    const connection = this.#connection
    const currentUser = this.#currentUser
    if (!connection || !currentUser) return
    for (const name of ['getConversations', 'getNotifications'])
      void this.#client.invalidateQueries({ queryKey: [name] })
    this.#recordGaps(currentUser)
    for (const [studentId, lastKnownId] of this.#gaps) {
      try {
        await this.#fetchMissed(currentUser, studentId, lastKnownId)
      } catch (error) {
        console.error('What was missed could not be fetched:', error)
        // A refusal stays one; anything else may pass.
        if (!(error instanceof AppError && error.status >= 400 && error.status < 500)) return connection.reconnect()
      }
      if (connection !== this.#connection || this.#state.connection !== 'ready') return
      this.#gaps.delete(studentId)
    }
    connection.resetBackoff()
    this.#isSynced = true
    for (const entry of this.#pendingMessages.entries) if (entry.isQueued) this.#sendPending(entry)
  }

  /** Up to where each conversation is known, before the new line brings anything. */
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

  /** Told together with what changes in the cache, so that a message is never in both places or in neither. */
  #set(values: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...values }
    notifyManager.schedule(() => {
      for (const listener of this.#listeners) listener()
    })
  }
}
