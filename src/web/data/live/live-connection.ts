import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { ChatFrame, Message, ServerFrame } from '#contract/schemas/chat.ts'
import type { Answer } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { call, query } from '#web/data/api.ts'
import { CLOSE } from './close-codes.ts'
import { Line, type LineState } from './reconnecting-socket.ts'
import {
  addMessages,
  conversationQuery,
  knownConversations,
  newestKnown,
  noteInLists,
  type Self,
  setNotifications,
  setUnread,
  studentOf,
} from './message-cache.ts'
import { Outbox, type Outgoing } from './pending-messages.ts'

export interface LiveState {
  line: LineState
  outbox: readonly Outgoing[]
  /** The conversations at whose other end somebody is writing. */
  writing: ReadonlySet<number>
}

const WRITING_FADES_MS = 5_000
const TELL_WRITING_EVERY_MS = 3_000
/** Between two screens nobody holds the line for a moment. */
const LET_GO_AFTER_MS = 1_000
/** The tab that logs out is already on its way home when its line closes. */
const LOG_OUT_MS = 1_000

/**
 * What happens at the server while a tab is open: messages, who is writing, what was read, notifications. It all goes
 * into the query cache, where the screens find it; only what is not stored yet is kept here.
 */
export class Live {
  #state: LiveState = { line: 'connecting', outbox: [], writing: new Set() }
  readonly #client: QueryClient
  readonly #listeners = new Set<() => void>()
  readonly #outbox = new Outbox({
    onChange: () => this.#set({ outbox: this.#outbox.entries }),
    // A line that takes a message and gives no answer is dead as a rule.
    onSilence: ({ mayBeStored }) => mayBeStored && this.#line?.renew(),
  })
  readonly #fading = new Map<number, ReturnType<typeof setTimeout>>()
  /** Conversations with messages possibly missing, each after the last one known before. */
  readonly #gaps = new Map<number, number>()
  #line: Line | null = null
  #self: Self | null = null
  #holders = 0
  #ending: ReturnType<typeof setTimeout> | undefined
  #hasCaughtUp = false
  #toldWritingAt = 0

  constructor(client: QueryClient) {
    this.#client = client
  }

  readonly getState = (): LiveState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Keeps the line open for as long as somebody holds it. */
  hold(self: Self): () => void {
    clearTimeout(this.#ending)
    if (self.student_id !== this.#self?.student_id || self.role !== this.#self.role) {
      this.#end()
      this.#begin(self)
    }
    this.#holders++
    return () => {
      this.#holders--
      if (this.#holders === 0) this.#ending = setTimeout(() => this.#end(), LET_GO_AFTER_MS)
    }
  }

  send(studentId: number, receiverId: number, text: string): void {
    if (!this.#self) return
    const after = newestKnown(this.#client, this.#self, studentId)
    const entry = this.#outbox.add({ studentId, receiverId, text: text.normalize('NFC').trim(), after })
    this.#toldWritingAt = 0
    this.#post(entry)
  }

  retry(clientId: string): void {
    this.#outbox.waitAgain(clientId)
    const entry = this.#outbox.find(clientId)
    if (entry) this.#post(entry)
  }

  discard(clientId: string): void {
    this.#outbox.remove(clientId)
  }

  /** Shows "is writing …" at the other end; told now and then while somebody types. */
  tellWriting(receiverId: number): void {
    if (!this.#self || Date.now() - this.#toldWritingAt < TELL_WRITING_EVERY_MS) return
    const isTold = this.#line?.send({ type: 'typing', sender_id: this.#self.student_id, receiver_id: receiverId })
    if (isTold) this.#toldWritingAt = Date.now()
  }

  #begin(self: Self): void {
    this.#self = self
    this.#line = new Line({
      userId: self.student_id,
      onState: (line) => this.#heedLine(line),
      onFrame: (frame) => this.#take(frame),
      onClosed: (code) => this.#heedClosing(code),
    })
  }

  #end(): void {
    this.#line?.end()
    this.#line = null
    this.#self = null
    this.#outbox.clear()
    this.#gaps.clear()
    for (const timer of this.#fading.values()) clearTimeout(timer)
    this.#fading.clear()
    this.#set({ line: 'connecting', writing: new Set() })
  }

  #heedLine(line: LineState): void {
    this.#hasCaughtUp = false
    this.#set({ line })
    if (line === 'ready') void this.#catchUp()
  }

  #heedClosing(code: number): void {
    if (code === CLOSE.maintenance)
      void this.#client.invalidateQueries({ queryKey: query('getMaintenace', {}).queryKey })
    if (code === CLOSE.notSignedIn || code === CLOSE.policy) setTimeout(() => void this.#askWhoIsHere(), LOG_OUT_MS)
  }

  /** Signed out elsewhere, or signed in as somebody else or with other rights: nothing on this page is theirs any more. */
  async #askWhoIsHere(): Promise<void> {
    const self = this.#self
    if (!self) return
    const session = await call('session', {}).catch(() => null)
    if (!session || this.#self !== self) return
    const [user] = session.msg.userData
    if (user?.student_id !== self.student_id || user.role !== self.role) window.location.reload()
  }

  #take(frame: Exclude<ServerFrame, { type: 'ready' }>): void {
    notifyManager.batch(() => {
      if (!('type' in frame)) this.#takeMessage(frame)
      else if (frame.type === 'typing') this.#showWriting(frame)
      else if (frame.type === 'read') setUnread(this.#client, frame.student_id, frame.unread)
      else if (frame.type === 'notifications') setNotifications(this.#client, frame.unread)
      else if (frame.type === 'error' && frame.client_id !== undefined) this.#outbox.fail(frame.client_id, frame.msg)
      else if (frame.type === 'error') console.error('The chat refused a frame:', frame.msg)
    })
  }

  #takeMessage({ msg_id, msg, date, from, to, client_id }: ChatFrame): void {
    if (!this.#self) return
    const message: Message = { msg_id, sender_id: from, receiver_id: to, msg_text: msg, created_date: date }
    const studentId = studentOf(this.#client, this.#self, [from, to])
    if (studentId !== null) {
      addMessages(this.#client, this.#self, studentId, [message])
      if (from !== this.#self.student_id) this.#fadeWriting(studentId)
    }
    if (client_id !== undefined) this.#outbox.remove(client_id)
    if (this.#self.role === 'admin') noteInLists(this.#client, studentId ?? 0, message)
  }

  /** What came while there was no line: fetched, then what waits goes out. */
  async #catchUp(): Promise<void> {
    const line = this.#line
    const self = this.#self
    if (!line || !self) return
    for (const name of ['getConversations', 'getNotifications'])
      void this.#client.invalidateQueries({ queryKey: [name] })
    this.#noteGaps(self)
    for (const [studentId, known] of this.#gaps) {
      try {
        await this.#fetchMissed(self, studentId, known)
      } catch (error) {
        console.error('What was missed could not be fetched:', error)
        // A refusal stays one; anything else may pass.
        if (!(error instanceof AppError && error.status >= 400 && error.status < 500)) return line.renew()
      }
      if (line !== this.#line || this.#state.line !== 'ready') return
      this.#gaps.delete(studentId)
    }
    line.settle()
    this.#hasCaughtUp = true
    for (const entry of this.#outbox.entries) if (entry.isWaiting) this.#post(entry)
  }

  /** Up to where each conversation is known, before the new line brings anything. */
  #noteGaps(self: Self): void {
    const cached = knownConversations(this.#client, self)
    const unsure = this.#outbox.entries.filter(({ mayBeStored }) => mayBeStored)
    for (const studentId of new Set([...cached, ...unsure.map((entry) => entry.studentId)])) {
      if (this.#gaps.has(studentId)) continue
      const written = unsure.filter((entry) => entry.studentId === studentId).map(({ after }) => after)
      this.#gaps.set(
        studentId,
        cached.includes(studentId) ? newestKnown(this.#client, self, studentId) : Math.min(...written),
      )
    }
  }

  async #fetchMissed(self: Self, studentId: number, known: number): Promise<void> {
    const missed: Message[] = []
    const [, input] = conversationQuery(self, studentId).queryKey
    for (let page: number | null = 1; page !== null;) {
      const { msg, nextPage }: Answer<'getMsg'> = await call('getMsg', { ...input, page })
      missed.push(...msg.filter(({ msg_id }) => msg_id > known))
      page = msg.some(({ msg_id }) => msg_id <= known) ? null : nextPage
    }
    notifyManager.batch(() => {
      addMessages(this.#client, self, studentId, missed)
      this.#outbox.recognise(studentId, self.student_id, missed)
    })
  }

  #post({ clientId, receiverId, text }: Outgoing): void {
    if (!this.#self || !this.#hasCaughtUp) return
    const hasLeft = this.#line?.send({
      type: 'chat',
      sender_id: this.#self.student_id,
      receiver_id: receiverId,
      msg: text,
      client_id: clientId,
    })
    if (hasLeft) this.#outbox.noteSent(clientId)
  }

  #showWriting({ from }: { from: number }): void {
    if (!this.#self) return
    const studentId = this.#self.role === 'admin' ? from : this.#self.student_id
    clearTimeout(this.#fading.get(studentId))
    this.#fading.set(
      studentId,
      setTimeout(() => this.#fadeWriting(studentId), WRITING_FADES_MS),
    )
    this.#set({ writing: new Set(this.#fading.keys()) })
  }

  #fadeWriting(studentId: number): void {
    clearTimeout(this.#fading.get(studentId))
    if (this.#fading.delete(studentId)) this.#set({ writing: new Set(this.#fading.keys()) })
  }

  /** Told together with what changes in the cache, so that a message is never in both places or in neither. */
  #set(values: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...values }
    notifyManager.schedule(() => {
      for (const listener of this.#listeners) listener()
    })
  }
}
