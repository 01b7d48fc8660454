import { LRUCache } from 'lru-cache'

interface Entry<Value = unknown> {
  value: Value
  subjects: readonly string[]
  bytes: number
}

interface Flight {
  result: Promise<unknown>
  /** Set when a write touched a subject meanwhile: what comes back may be old and must not be kept. */
  stale: boolean
}

export interface Made<Value> {
  value: Value
  /** What it is about: a write that changes one of these drops it. Nothing is kept without a subject. */
  subjects: readonly string[]
  bytes: number
}

const MAX_BYTES = 48 * 1024 * 1024
/** An upper bound on how long anything is believed, should word of a change never arrive. */
const MAX_AGE_MS = 30_000

/**
 * What many people ask for, kept ready and dropped by subject. One flight a key: a crowd asking for the same
 * thing at once has it made once.
 */
export class AnswerCache {
  readonly #entries: LRUCache<string, Entry>
  readonly #keysBySubject = new Map<string, Set<string>>()
  readonly #flights = new Map<string, Flight>()
  #open = true

  constructor() {
    this.#entries = new LRUCache({
      maxSize: MAX_BYTES,
      ttl: MAX_AGE_MS,
      sizeCalculation: ({ bytes }) => bytes + 256,
      dispose: ({ subjects }, key) => this.#forget(key, subjects),
    })
  }

  get<Value>(key: string): Value | undefined {
    return this.#entries.get(key)?.value as Value | undefined
  }

  async keep<Value>(key: string, make: () => Promise<Made<Value>>): Promise<Value> {
    const kept = this.get<Value>(key)
    if (kept !== undefined) return kept
    const underWay = this.#flights.get(key)
    if (underWay && !underWay.stale) return underWay.result as Promise<Value>

    const flight: Flight = { stale: false, result: Promise.resolve() }
    const result = make()
      .then(({ value, subjects, bytes }) => {
        if (this.#open && !flight.stale && subjects.length > 0) this.#set(key, { value, subjects, bytes })
        return value
      })
      .finally(() => {
        if (this.#flights.get(key) === flight) this.#flights.delete(key)
      })
    flight.result = result
    this.#flights.set(key, flight)
    return result
  }

  drop(subjects: readonly string[]): void {
    if (subjects.length === 0) return
    // What a flight is about is known only when it lands, so all that are in the air land unkept.
    for (const flight of this.#flights.values()) flight.stale = true
    for (const subject of subjects) {
      for (const key of [...(this.#keysBySubject.get(subject) ?? [])]) this.#entries.delete(key)
    }
  }

  clear(): void {
    for (const flight of this.#flights.values()) flight.stale = true
    this.#entries.clear()
  }

  /** While word of other processes' changes cannot arrive, nothing may be kept. */
  setOpen(open: boolean): void {
    this.#open = open
    this.clear()
  }

  #set(key: string, entry: Entry): void {
    this.#entries.set(key, entry)
    for (const subject of entry.subjects) {
      const keys = this.#keysBySubject.get(subject) ?? new Set()
      keys.add(key)
      this.#keysBySubject.set(subject, keys)
    }
  }

  #forget(key: string, subjects: readonly string[]): void {
    for (const subject of subjects) {
      const keys = this.#keysBySubject.get(subject)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysBySubject.delete(subject)
    }
  }
}
