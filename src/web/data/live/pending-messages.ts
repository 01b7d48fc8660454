import type { Message } from '#contract/schemas/chat.ts'

/** A sent message until the server pushes it back as stored. */
export interface PendingMessage {
  clientId: string
  studentId: number
  text: string
  writtenAt: string
  /** The id of the newest message when this one was written. Its own id will be higher. */
  after: number
  state: 'sending' | 'failed'
  /** The server's error message, or empty. */
  reason: string
  /** Waits for a connection. */
  isQueued: boolean
  /** Its frame was sent at least once, so the server may have stored it. */
  mayBeStored: boolean
}

export type NewMessage = Pick<PendingMessage, 'studentId' | 'text' | 'after'>

/** Shown as failed after this, until the server confirms it after all. */
const SEND_TIMEOUT_MS = 10_000

/** The user's unconfirmed messages, oldest first. */
export class PendingMessages {
  entries: readonly PendingMessage[] = []
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #onChange: () => void
  readonly #onTimeout: (entry: PendingMessage) => void

  constructor({ onChange, onTimeout }: { onChange: () => void; onTimeout: (entry: PendingMessage) => void }) {
    this.#onChange = onChange
    this.#onTimeout = onTimeout
  }

  add(message: NewMessage): PendingMessage {
    const entry: PendingMessage = {
      ...message,
      clientId: createClientId(),
      writtenAt: new Date().toISOString(),
      state: 'sending',
      reason: '',
      isQueued: true,
      mayBeStored: false,
    }
    this.#setEntries([...this.entries, entry])
    this.#startTimeout(entry.clientId)
    return entry
  }

  /** Shows messages of an earlier page as failed; the user decides whether to send them again. */
  restore(entries: readonly PendingMessage[]): void {
    this.#setEntries(entries.map((entry) => ({ ...entry, state: 'failed', reason: '', isQueued: false })))
  }

  find(clientId: string): PendingMessage | undefined {
    return this.entries.find((entry) => entry.clientId === clientId)
  }

  /** Moves a message to the end, where it will be once stored. */
  requeue(clientId: string): void {
    const entry = this.find(clientId)
    if (!entry) return
    const writtenAt = new Date().toISOString()
    this.#setEntries([
      ...this.entries.filter((other) => other !== entry),
      { ...entry, writtenAt, state: 'sending', reason: '', isQueued: true },
    ])
    this.#startTimeout(clientId)
  }

  markSent(clientId: string): void {
    this.#update(clientId, { state: 'sending', isQueued: false, mayBeStored: true })
    this.#startTimeout(clientId)
  }

  fail(clientId: string, reason = ''): void {
    this.#cancelTimeout(clientId)
    this.#update(clientId, { state: 'failed', reason, isQueued: false })
  }

  remove(clientId: string): void {
    this.#cancelTimeout(clientId)
    if (this.find(clientId)) this.#setEntries(this.entries.filter((entry) => entry.clientId !== clientId))
  }

  /** Removes a message that is stored. It accounts for no other message of the same text. */
  confirm(clientId: string, messageId: number): void {
    const stored = this.find(clientId)
    if (!stored) return
    this.remove(clientId)
    for (const { studentId, text, clientId: otherId, after } of this.entries)
      if (studentId === stored.studentId && text === stored.text)
        this.#update(otherId, { after: Math.max(after, messageId) })
  }

  /**
   * After a reconnect: a sent message is removed if it is among the missed ones, and otherwise fails, so that the user
   * decides whether to send it again. Each missed message accounts for one sent message of the same text.
   * @param missed messages fetched after the reconnect
   */
  reconcile(studentId: number, userId: number, missed: readonly Message[]): void {
    const own = missed.filter(({ sender_id }) => sender_id === userId).sort((one, other) => one.msg_id - other.msg_id)
    const sent = this.entries.filter((entry) => entry.studentId === studentId && entry.mayBeStored)
    for (const { clientId } of sent) {
      const entry = this.find(clientId)
      if (!entry) continue
      const stored = own.find(({ msg_id, msg_text }) => msg_id > entry.after && msg_text === entry.text)
      if (stored) this.confirm(clientId, stored.msg_id)
      else if (!entry.isQueued) this.fail(clientId)
    }
  }

  clear(): void {
    for (const { clientId } of this.entries) this.#cancelTimeout(clientId)
    this.#setEntries([])
  }

  #startTimeout(clientId: string): void {
    this.#cancelTimeout(clientId)
    const expire = () => {
      const entry = this.find(clientId)
      if (!entry) return
      // A queued message is still sent after a reconnect; it only no longer shows as sending.
      this.#update(clientId, { state: 'failed' })
      this.#onTimeout(entry)
    }
    this.#timers.set(clientId, setTimeout(expire, SEND_TIMEOUT_MS))
  }

  #cancelTimeout(clientId: string): void {
    clearTimeout(this.#timers.get(clientId))
    this.#timers.delete(clientId)
  }

  #update(clientId: string, values: Partial<PendingMessage>): void {
    this.#setEntries(this.entries.map((entry) => (entry.clientId === clientId ? { ...entry, ...values } : entry)))
  }

  #setEntries(entries: readonly PendingMessage[]): void {
    this.entries = entries
    this.#onChange()
  }
}

/** `crypto.randomUUID` is missing on plain http. The id needs to be unique among the sender's messages only. */
function createClientId(): string {
  return globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
}
