import { LRUCache } from 'lru-cache'

interface Entry<Value = unknown> {
  value: Value
  tags: readonly string[]
  sizeBytes: number
}

interface InFlightLoad {
  result: Promise<unknown>
  /** Set when a write touched a subject meanwhile: what comes back may be old and must not be kept. */
  stale: boolean
}

export interface CacheableValue<Value> {
  value: Value
  /** What it is about: a write that changes one of these drops it. Nothing is kept without a subject. */
  tags: readonly string[]
  sizeBytes: number
}

const MAX_BYTES = 48 * 1024 * 1024
/** An upper bound on how long anything is believed, should word of a change never arrive. */
const MAX_AGE_MS = 30_000

/**
 * What many people ask for, kept ready and dropped by subject. One flight a key: a crowd asking for the same
 * thing at once has it made once.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, Entry>
  readonly #keysByTag = new Map<string, Set<string>>()
  readonly #inFlightLoads = new Map<string, InFlightLoad>()
  #enabled = true

  constructor() {
    this.#entries = new LRUCache({
      maxSize: MAX_BYTES,
      ttl: MAX_AGE_MS,
      sizeCalculation: ({ sizeBytes }) => sizeBytes + 256,
      dispose: ({ tags }, key) => this.#removeFromTagIndex(key, tags),
    })
  }

  get<Value>(key: string): Value | undefined {
    return this.#entries.get(key)?.value as Value | undefined
  }

  async getOrLoad<Value>(key: string, load: () => Promise<CacheableValue<Value>>): Promise<Value> {
    const cached = this.get<Value>(key)
    if (cached !== undefined) return cached
    const pendingLoad = this.#inFlightLoads.get(key)
    if (pendingLoad && !pendingLoad.stale) return pendingLoad.result as Promise<Value>

    const inFlight: InFlightLoad = { stale: false, result: Promise.resolve() }
    const result = load()
      .then(({ value, tags, sizeBytes }) => {
        if (this.#enabled && !inFlight.stale && tags.length > 0) this.#set(key, { value, tags, sizeBytes })
        return value
      })
      .finally(() => {
        if (this.#inFlightLoads.get(key) === inFlight) this.#inFlightLoads.delete(key)
      })
    inFlight.result = result
    this.#inFlightLoads.set(key, inFlight)
    return result
  }

  invalidate(tags: readonly string[]): void {
    if (tags.length === 0) return
    // What a flight is about is known only when it lands, so all that are in the air land unkept.
    for (const inFlight of this.#inFlightLoads.values()) inFlight.stale = true
    for (const tag of tags) {
      for (const key of [...(this.#keysByTag.get(tag) ?? [])]) this.#entries.delete(key)
    }
  }

  clear(): void {
    for (const inFlight of this.#inFlightLoads.values()) inFlight.stale = true
    this.#entries.clear()
  }

  /** While word of other processes' changes cannot arrive, nothing may be kept. */
  setEnabled(enabled: boolean): void {
    this.#enabled = enabled
    this.clear()
  }

  #set(key: string, entry: Entry): void {
    this.#entries.set(key, entry)
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set()
      keys.add(key)
      this.#keysByTag.set(tag, keys)
    }
  }

  #removeFromTagIndex(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}
