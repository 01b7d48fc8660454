import type { Bus } from '#server/platform/bus/bus.ts'
import type { Db } from '#server/platform/db/connect.ts'

type WriteBus = Pick<Bus, 'transaction' | 'invalidate'>

/**
 * One call's writes. Their invalidation is part of their transaction, so no process misses it, even if this one stops. Only
 * one transaction with a message commits at a time, so a call that is made very often and whose loss matters to nobody is
 * batched: its tags are sent together with other calls', once it is done.
 */
export class WriteScope {
  /** Each transaction that it commits invalidates the call's tags. */
  readonly db: Db
  readonly #bus: WriteBus
  readonly #callTags: readonly string[]
  readonly #isBatched: boolean
  /** Tags that no transaction has sent. */
  readonly #pending: Set<string>

  constructor(db: Db, bus: WriteBus, callTags: readonly string[], isBatched = false) {
    this.#bus = bus
    this.#isBatched = isBatched
    this.#callTags = callTags
    this.#pending = new Set(callTags)
    const transaction: Db['transaction'] = (write, config) => this.#commit((run) => db.transaction(run, config), write)
    this.db = Object.create(db, { transaction: { value: transaction } }) as Db
  }

  /** Call it inside the transaction, which sends the tags. Outside, they are sent when the call is done. */
  invalidate(tags: readonly string[]): void {
    for (const tag of tags) this.#pending.add(tag)
  }

  /** Call it when the handler is done, before the answer. */
  async finish(): Promise<void> {
    if (this.#pending.size > 0) await this.#bus.invalidate([...this.#pending])
  }

  async #commit<Result>(
    transaction: Db['transaction'],
    write: Parameters<typeof transaction<Result>>[0],
  ): Promise<Result> {
    const sent = new Set(this.#isBatched ? [] : this.#callTags)
    const result = await this.#bus.transaction({ transaction }, write, () => {
      const isMore = [...this.#pending].some((tag) => !this.#callTags.includes(tag))
      if (this.#isBatched && !isMore) return []
      for (const tag of this.#pending) sent.add(tag)
      return [...sent]
    })
    for (const tag of sent) this.#pending.delete(tag)
    return result
  }
}
