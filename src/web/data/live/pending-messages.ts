import type { Message } from '#contract/schemas/chat.ts'

/** A message on its way: shown at once, and gone from here when it comes back stored. */
export interface Outgoing {
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
  isWaiting: boolean
  /** Its frame went out at least once, so it may be stored though nobody told us. */
  mayBeStored: boolean
}

export type Draft = Pick<Outgoing, 'studentId' | 'receiverId' | 'text' | 'after'>

/** A message that has not come back by then counts as failed, until it does come back. */
const ANSWER_WITHIN_MS = 10_000

/** One person's messages on their way, in the order in which they were written. */
export class Outbox {
  entries: readonly Outgoing[] = []
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #onChange: () => void
  readonly #onSilence: (entry: Outgoing) => void

  /** @param onSilence a message got no answer */
  constructor({ onChange, onSilence }: { onChange: () => void; onSilence: (entry: Outgoing) => void }) {
    this.#onChange = onChange
    this.#onSilence = onSilence
  }

  add(draft: Draft): Outgoing {
    const entry: Outgoing = {
      ...draft,
      clientId: newClientId(),
      writtenAt: new Date().toISOString(),
      state: 'sending',
      reason: '',
      isWaiting: true,
      mayBeStored: false,
    }
    this.#write([...this.entries, entry])
    this.#watch(entry.clientId)
    return entry
  }

  find(clientId: string): Outgoing | undefined {
    return this.entries.find((entry) => entry.clientId === clientId)
  }

  waitAgain(clientId: string): void {
    this.#change(clientId, { state: 'sending', reason: '', isWaiting: true })
    this.#watch(clientId)
  }

  noteSent(clientId: string): void {
    this.#change(clientId, { state: 'sending', isWaiting: false, mayBeStored: true })
    this.#watch(clientId)
  }

  fail(clientId: string, reason = ''): void {
    this.#unwatch(clientId)
    this.#change(clientId, { state: 'failed', reason, isWaiting: false })
  }

  remove(clientId: string): void {
    this.#unwatch(clientId)
    if (this.find(clientId)) this.#write(this.entries.filter((entry) => entry.clientId !== clientId))
  }

  /**
   * After a broken line: what went out and is among the messages that were missed is stored; the rest of what went out
   * is for its writer to decide. The same text is written twice only if it is stored twice.
   * @param missed what was fetched and not known before
   */
  recognise(studentId: number, selfId: number, missed: readonly Message[]): void {
    const unclaimed = missed
      .filter(({ sender_id }) => sender_id === selfId)
      .sort((one, other) => one.msg_id - other.msg_id)
    for (const entry of this.entries.filter((entry) => entry.studentId === studentId && entry.mayBeStored)) {
      const place = unclaimed.findIndex(({ msg_id, msg_text }) => msg_id > entry.after && msg_text === entry.text)
      if (place >= 0) {
        unclaimed.splice(place, 1)
        this.remove(entry.clientId)
      } else if (!entry.isWaiting) {
        this.fail(entry.clientId)
      }
    }
  }

  clear(): void {
    for (const { clientId } of this.entries) this.#unwatch(clientId)
    this.#write([])
  }

  #watch(clientId: string): void {
    this.#unwatch(clientId)
    const silence = () => {
      const entry = this.find(clientId)
      if (!entry) return
      // What never went out still goes when the line is back: it only no longer looks as if it were under way.
      this.#change(clientId, { state: 'failed' })
      this.#onSilence(entry)
    }
    this.#timers.set(clientId, setTimeout(silence, ANSWER_WITHIN_MS))
  }

  #unwatch(clientId: string): void {
    clearTimeout(this.#timers.get(clientId))
    this.#timers.delete(clientId)
  }

  #change(clientId: string, values: Partial<Outgoing>): void {
    this.#write(this.entries.map((entry) => (entry.clientId === clientId ? { ...entry, ...values } : entry)))
  }

  #write(entries: readonly Outgoing[]): void {
    this.entries = entries
    this.#onChange()
  }
}

/** On plain http in a local network there is no `crypto.randomUUID`. It need only be unlike the sender's others. */
function newClientId(): string {
  return globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
}
