import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/connect.ts'
import { encodeInvalidation } from './bus-message.ts'
import { CHANNEL } from './listening-connection.ts'

/** In a transaction the messages are sent when it commits, in order. PostgreSQL sends equal ones of a transaction once. */
export async function notify(db: Pick<Db, 'execute'>, payloads: readonly string[]): Promise<void> {
  if (payloads.length === 0) return
  await db.execute(
    sql`select pg_notify(${CHANNEL}, payload) from json_array_elements_text(${JSON.stringify(payloads)}::json) payload`,
  )
}

interface Batch {
  payloads: string[]
  tags: Set<string>
  sent: Promise<void>
}

export interface BusSender {
  enqueue(payload: string): void
  /** Rejects if the tags could not be sent. */
  invalidate(tags: readonly string[]): Promise<void>
  flush(): Promise<unknown>
}

/**
 * For what is sent outside of a transaction: one statement at a time, for everything that has come up meanwhile. Messages
 * arrive in order, and a tag is sent once however many writes have changed it.
 */
export function createSender(db: Db, origin: string, log: FastifyBaseLogger): BusSender {
  let waiting: Batch | undefined
  let sending: Promise<unknown> = Promise.resolve()

  function openBatch(): Batch {
    if (waiting) return waiting
    const batch: Batch = { payloads: [], tags: new Set(), sent: Promise.resolve() }
    batch.sent = sending.then(() => {
      waiting = undefined
      return notify(db, [...encodeInvalidation([...batch.tags], origin), ...batch.payloads])
    })
    sending = batch.sent.catch((error: unknown) =>
      log.warn({ err: error, count: batch.payloads.length }, 'messages to the other processes were lost'),
    )
    waiting = batch
    return batch
  }

  return {
    enqueue: (payload) => void openBatch().payloads.push(payload),
    async invalidate(tags) {
      if (tags.length === 0) return
      const batch = openBatch()
      for (const tag of tags) batch.tags.add(tag)
      await batch.sent
    },
    flush: () => sending,
  }
}
