import type { Message } from '#contract/schemas/chat.ts'

/** A message on its way: shown at once, and gone from here when it comes back stored. */
export interface PendingMessage {
  clientId: string
  studentId: number
  receiverId: number
  text: string
  writtenAt: string
  /** The newest message known when it was written: what has a higher number was stored after. */
  after: number
  state: 'sending' | 'failed'
  /** Why it failed, where the server said so. */
  reason: string
  /** Waits for a line. */
  isQueued: boolean
  /** Its frame went out at least once, so it may be stored though nobody told us. */
  mayBeStored: boolean
}

export type NewMessage = Pick<PendingMessage, 'studentId' | 'receiverId' | 'text' | 'after'>

/** A message that has not come back by then counts as failed, until it does come back. */
const SEND_TIMEOUT_MS = 10_000

/** One person's messages on their way, in the order in which they were written. */
export class PendingMessages {
  entries: readonly PendingMessage[] = []
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #onChange: () => void
  readonly #onTimeout: (entry: PendingMessage) => void

  /** @param onSilence a message got no answer */
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

  find(clientId: string): PendingMessage | undefined {
    return this.entries.find((entry) => entry.clientId === clientId)
  }

  requeue(clientId: string): void {
    this.#update(clientId, { state: 'sending', reason: '', isQueued: true })
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

  /**
   * After a broken line: what went out and is among the messages that were missed is stored; the rest of what went out
   * is for its writer to decide. The same text is written twice only if it is stored twice.
   * @param missed what was fetched and not known before
   */
  reconcile(studentId: number, userId: number, missed: readonly Message[]): void {
    const unclaimed = missed
      .filter(({ sender_id }) => sender_id === userId)
      .sort((one, other) => one.msg_id - other.msg_id)
    for (const entry of this.entries.filter((entry) => entry.studentId === studentId && entry.mayBeStored)) {
      const index = unclaimed.findIndex(({ msg_id, msg_text }) => msg_id > entry.after && msg_text === entry.text)
      if (index >= 0) {
        unclaimed.splice(index, 1)
        this.remove(entry.clientId)
      } else if (!entry.isQueued) {
        this.fail(entry.clientId)
      }
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
      // What never went out still goes when the line is back: it only no longer looks as if it were under way.
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

/** On plain http in a local network there is no `crypto.randomUUID`. It need only be unlike the sender's others. */
function createClientId(): string {
  return globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
}
