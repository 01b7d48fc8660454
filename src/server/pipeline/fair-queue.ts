import { AppError } from '#contract/errors.ts'

interface FairQueueOptions {
  /** Works that run at once. */
  slots: number
  slotsPerKey: number
  /** Further works of a key wait; beyond this they are refused as busy. */
  maxWaitingPerKey: number
}

interface KeyState {
  running: number
  waiting: (() => void)[]
}

const RETRY_AFTER_S = 2

/** Keys take turns, so that one network's flood delays another network's work by one turn. */
export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #states = new Map<string, KeyState>()
  /** In the order of their turns. */
  readonly #waitingKeys = new Set<string>()
  #running = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    let waiting = 0
    for (const state of this.#states.values()) waiting += state.waiting.length
    return waiting
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const state = this.#states.get(key) ?? { running: 0, waiting: [] }
    this.#states.set(key, state)
    if (this.#canStart(state)) this.#start(state)
    else await this.#wait(key, state)
    try {
      return await work()
    } finally {
      this.#running--
      state.running--
      if (state.running === 0 && state.waiting.length === 0) this.#states.delete(key)
      this.#startNext()
    }
  }

  #canStart({ running }: KeyState): boolean {
    return this.#running < this.#options.slots && running < this.#options.slotsPerKey
  }

  #start(state: KeyState): void {
    this.#running++
    state.running++
  }

  #wait(key: string, { waiting }: KeyState): Promise<void> {
    if (waiting.length >= this.#options.maxWaitingPerKey)
      return Promise.reject(new AppError('busy', { retryAfter: RETRY_AFTER_S }))
    this.#waitingKeys.add(key)
    return new Promise((resolve) => waiting.push(resolve))
  }

  #startNext(): void {
    for (const key of this.#waitingKeys) {
      const state = this.#states.get(key)
      if (!state || !this.#canStart(state)) continue
      // The end of the line until its next turn.
      this.#waitingKeys.delete(key)
      const resume = state.waiting.shift()
      if (state.waiting.length > 0) this.#waitingKeys.add(key)
      if (!resume) continue
      this.#start(state)
      return resume()
    }
  }
}
