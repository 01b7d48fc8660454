import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/connect.ts'
import { type Bus, type BusListener, createLocalInvalidation, createWriteTransaction } from './bus.ts'
import { encodeInvalidation, encodeLiveMessage, parseBusMessage } from './bus-message.ts'
import { createSender, notify } from './bus-sender.ts'
import { listen } from './listening-connection.ts'

/** Kinds of ignored messages that are logged; more would fill the log. */
const MAX_LOGGED_KINDS = 100

interface PostgresBusDeps {
  db: Db
  /** For the connection that listens. */
  url: string
  listener: BusListener
  log: FastifyBaseLogger
}

/** Sends over the pool, and listens on a dedicated connection: when that one is cut, nothing sent here is lost. */
export async function createPostgresBus({ db, url, listener, log }: PostgresBusDeps): Promise<Bus> {
  const origin = randomUUID()
  const sender = createSender(db, origin, log)
  const receive = createReceiver(origin, listener, log)
  const closeListener = await listen({ url, receive, connected: listener.connected, log })
  const invalidateLocally = createLocalInvalidation(listener.onBusMessage)
  return {
    publish(message) {
      listener.onBusMessage(message)
      sender.enqueue(encodeLiveMessage(message, origin))
    },
    announced: (db, write, toMessage) =>
      db.transaction(async (tx) => {
        const result = await write(tx)
        await notify(tx, [encodeLiveMessage(toMessage(result), origin)])
        return result
      }),
    transaction: createWriteTransaction({
      announce: (tx, tags) => notify(tx, encodeInvalidation(tags, origin)),
      invalidateLocally,
    }),
    async invalidate(tags) {
      invalidateLocally(tags)
      await sender.invalidate(tags)
    },
    async close() {
      await sender.flush()
      await closeListener()
    },
  }
}

/** For a process that sends only, such as the command line. */
export function createSendingBus(db: Db): Pick<Bus, 'transaction' | 'invalidate'> {
  const origin = randomUUID()
  return {
    transaction: createWriteTransaction({
      announce: (tx, tags) => notify(tx, encodeInvalidation(tags, origin)),
      invalidateLocally: () => {},
    }),
    invalidate: (tags) => notify(db, encodeInvalidation(tags, origin)),
  }
}

function createReceiver(origin: string, { onBusMessage }: BusListener, log: FastifyBaseLogger) {
  const loggedKinds = new Set<string>()
  return (payload: string): void => {
    const received = parseBusMessage(payload)
    if ('message' in received) {
      if (received.from !== origin) onBusMessage(received.message)
      return
    }
    const { ignored } = received
    if (loggedKinds.has(ignored) || loggedKinds.size >= MAX_LOGGED_KINDS) return
    loggedKinds.add(ignored)
    log.warn({ payload: payload.slice(0, 200) }, `the bus ignored ${ignored}; further ones are not logged`)
  }
}
