import { AppError } from '#contract/errors.ts'

/** Runs a few tasks at once and queues the others. Throws `busy` when the queue is full. */
export class HashQueue {
  readonly #limits: { maxRunning: number; maxQueued: number }
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: { maxRunning: number; maxQueued: number }) {
    this.#limits = limits
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.length
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#limits.maxRunning) {
      if (this.#waiting.length >= this.#limits.maxQueued) throw new AppError('busy', { retryAfter: 5 })
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running++
    }
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
