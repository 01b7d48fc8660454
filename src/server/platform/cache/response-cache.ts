import { LRUCache } from 'lru-cache'

interface Entry<Value = unknown> {
  value: Value
  tags: readonly string[]
  sizeBytes: number
  loadNumber: number
}

interface InFlightLoad {
  /** Later loads have higher numbers. */
  number: number
  result: Promise<unknown>
  /** During the load. The result's own tags are known only when it ends. */
  invalidated: Set<string>
  /** The whole cache was emptied during the load. */
  isCleared: boolean
}

export interface CacheableValue<Value> {
  value: Value
  /** Invalidating one of these drops the value. Without tags it is not stored. */
  tags: readonly string[]
  sizeBytes: number
  maxAgeMs?: number | undefined
}

const MAX_BYTES = 48 * 1024 * 1024
/** In case an invalidation never arrives. */
const MAX_AGE_MS = 30_000

/** Invalidated by tag, with one load per key at a time (decision 0024). */
export class ResponseCache {
  readonly #entries: LRUCache<string, Entry>
  readonly #keysByTag = new Map<string, Set<string>>()
  /** All that are running: two of one key when a later caller could not share the first. */
  readonly #inFlightLoads = new Set<InFlightLoad>()
  /** Each key's latest load in flight, which later callers share while it is fresh. */
  readonly #latestLoads = new Map<string, InFlightLoad>()
  /** Since the start. A caller that waits for another's load is neither. */
  readonly counts = { hits: 0, misses: 0 }
  #lastLoadNumber = 0
  #enabled = true
  #droppedExpiredAtMs = performance.now()

  constructor() {
    this.#entries = new LRUCache({
      maxSize: MAX_BYTES,
      ttl: MAX_AGE_MS,
      sizeCalculation: ({ sizeBytes }) => sizeBytes + 256,
      dispose: ({ tags }, key) => this.#removeFromTagIndex(key, tags),
    })
  }

  get sizeBytes(): number {
    return this.#entries.calculatedSize
  }

  get<Value>(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry) this.counts.hits++
    return entry?.value as Value | undefined
  }

  async getOrLoad<Value>(key: string, load: () => Promise<CacheableValue<Value>>): Promise<Value> {
    const cached = this.get<Value>(key)
    if (cached !== undefined) return cached
    // While disabled, nothing says that a load in flight is stale.
    const pendingLoad = this.#enabled ? this.#latestLoads.get(key) : undefined
    if (pendingLoad && isFresh(pendingLoad)) return pendingLoad.result as Promise<Value>

    this.counts.misses++
    const number = ++this.#lastLoadNumber
    const inFlight: InFlightLoad = { number, result: Promise.resolve(), invalidated: new Set(), isCleared: false }
    const result = load()
      .then(({ value, tags, sizeBytes, maxAgeMs = MAX_AGE_MS }) => {
        const isOutdated = inFlight.isCleared || tags.some((tag) => inFlight.invalidated.has(tag))
        if (this.#enabled && !isOutdated && tags.length > 0)
          this.#set(key, { value, tags, sizeBytes, loadNumber: number }, maxAgeMs)
        return value
      })
      .finally(() => {
        this.#inFlightLoads.delete(inFlight)
        if (this.#latestLoads.get(key) === inFlight) this.#latestLoads.delete(key)
      })
    inFlight.result = result
    this.#inFlightLoads.add(inFlight)
    this.#latestLoads.set(key, inFlight)
    return result
  }

  invalidate(tags: readonly string[]): void {
    for (const tag of tags) {
      for (const { invalidated } of this.#inFlightLoads) invalidated.add(tag)
      for (const key of [...(this.#keysByTag.get(tag) ?? [])]) this.#entries.delete(key)
    }
  }

  clear(): void {
    for (const inFlight of this.#inFlightLoads) inFlight.isCleared = true
    this.#entries.clear()
  }

  /** Nothing may be stored while other processes' invalidations cannot arrive. */
  setEnabled(enabled: boolean): void {
    this.#enabled = enabled
    this.clear()
  }

  #set(key: string, entry: Entry, ttl: number): void {
    this.#dropExpired()
    const stored = this.#entries.peek(key)
    if (stored && stored.loadNumber > entry.loadNumber) return
    this.#entries.set(key, entry, { ttl })
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set()
      keys.add(key)
      this.#keysByTag.set(tag, keys)
    }
  }

  /** Otherwise they stay until they are asked for again or the cache is full. */
  #dropExpired(): void {
    const now = performance.now()
    if (now - this.#droppedExpiredAtMs < MAX_AGE_MS) return
    this.#droppedExpiredAtMs = now
    this.#entries.purgeStale()
  }

  #removeFromTagIndex(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}

/** Whether a caller who comes later may have the load's result. */
const isFresh = ({ invalidated, isCleared }: InFlightLoad) => invalidated.size === 0 && !isCleared
