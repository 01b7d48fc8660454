import type { Db, Tx } from '#server/platform/db/connect.ts'
import type { BusMessage, LiveMessage } from './bus-message.ts'

export type WriteTransaction = <Result>(
  db: Pick<Db, 'transaction'>,
  write: (tx: Tx) => Promise<Result>,
  getTags: (result: Result) => readonly string[],
) => Promise<Result>

export type AnnouncedWrite<Result> = (db: Db | Tx) => Promise<Result>

export interface Bus {
  /** Reaches this process at once and every other one soon after. */
  publish(message: LiveMessage): void
  /**
   * Runs a write that is one statement, or a transaction of its own, and announces what it returns: that reaches every
   * other process if and only if the write commits. This process delivers it itself.
   */
  announced<Result>(db: Db, write: AnnouncedWrite<Result>, toMessage: (result: Result) => LiveMessage): Promise<Result>
  /** Commits a write and its invalidation as one. `getTags` is called when the write is done. */
  transaction: WriteTransaction
  /** For a write outside a transaction. Resolves once the message to the other processes cannot be lost. */
  invalidate(tags: readonly string[]): Promise<void>
  close(): Promise<void>
}

export interface BusListener {
  onBusMessage(message: BusMessage): void
  /** False while other processes' messages cannot arrive. */
  connected(connected: boolean): void
}

/** For the embedded database, which has one server process. */
export function createLocalBus({ onBusMessage }: Pick<BusListener, 'onBusMessage'>): Bus {
  const invalidateLocally = createLocalInvalidation(onBusMessage)
  return {
    publish: onBusMessage,
    // Without a transaction: each of its three statements waits for the embedded database's only connection.
    announced: (db, write) => write(db),
    transaction: createWriteTransaction({ announce: async () => {}, invalidateLocally }),
    invalidate: async (tags) => invalidateLocally(tags),
    close: async () => {},
  }
}

export const createLocalInvalidation =
  (onBusMessage: BusListener['onBusMessage']) =>
  (tags: readonly string[]): void => {
    if (tags.length > 0) onBusMessage({ kind: 'changed', tags: [...tags] })
  }

interface InvalidationSteps {
  /** Sends the invalidation to the other processes when the transaction commits. */
  announce: (tx: Tx, tags: readonly string[]) => Promise<unknown>
  invalidateLocally: (tags: readonly string[]) => void
}

export function createWriteTransaction({ announce, invalidateLocally }: InvalidationSteps): WriteTransaction {
  return async (db, write, getTags) => {
    let tags: readonly string[] = []
    try {
      return await db.transaction(async (tx) => {
        const result = await write(tx)
        tags = getTags(result)
        if (tags.length > 0) await announce(tx, tags)
        return result
      })
    } finally {
      // After a failure too: when the connection breaks during the commit, the write may have succeeded.
      invalidateLocally(tags)
    }
  }
}
