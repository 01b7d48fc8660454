import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { Client } from 'pg'
import type { Db } from '#server/platform/db/connect.ts'
import { type Bus, type BusListener, createLocalInvalidation, createWriteTransaction } from './bus.ts'
import { encodeInvalidation, encodeLiveMessage, parseBusMessage } from './bus-message.ts'

const CHANNEL = 'learn_lantern'
const CONNECT_TIMEOUT_MS = 2_000
/** Doubles with each failed attempt. */
const FIRST_RECONNECT_DELAY_MS = 50
const MAX_RECONNECT_DELAY_MS = 1_000
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
  const closeListener = await listen(url, createReceiver(origin, listener, log), listener.connected, log)
  const invalidateLocally = createLocalInvalidation(listener.onBusMessage)
  return {
    publish(message) {
      listener.onBusMessage(message)
      sender.enqueue(encodeLiveMessage(message, origin))
    },
    transaction: createWriteTransaction({
      announce: (tx, tags) => notify(tx, encodeInvalidation(tags, origin)),
      invalidateLocally,
    }),
    async invalidate(tags) {
      invalidateLocally(tags)
      await notify(db, encodeInvalidation(tags, origin))
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

/** In a transaction the messages are sent when it commits, in order. */
async function notify(db: Pick<Db, 'execute'>, payloads: readonly string[]): Promise<void> {
  if (payloads.length === 0) return
  await db.execute(
    sql`select pg_notify(${CHANNEL}, payload) from json_array_elements_text(${JSON.stringify(payloads)}::json) payload`,
  )
}

/** One statement at a time, for all messages that have come up meanwhile: they arrive in order. */
function createSender(db: Db, origin: string, log: FastifyBaseLogger) {
  let waiting: string[] = []
  let sending: Promise<void> | undefined
  const sendAll = async () => {
    while (waiting.length > 0) {
      const payloads = waiting
      waiting = []
      await notify(db, payloads).catch((error: unknown) =>
        log.warn({ err: error, origin, count: payloads.length }, 'messages to the other processes were lost'),
      )
    }
    sending = undefined
  }
  return {
    enqueue(payload: string): void {
      waiting.push(payload)
      sending ??= sendAll()
    },
    flush: async () => sending,
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

/** Listens until the returned function is called, and reconnects when the connection is lost. */
async function listen(
  url: string,
  receive: (payload: string) => void,
  connected: BusListener['connected'],
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const closing = new AbortController()
  let client: Client | undefined
  const lostClients = new WeakSet<Client>()

  async function connect(): Promise<void> {
    const newClient = await openListener(url, receive, handleDisconnect)
    if (closing.signal.aborted) return newClient.end()
    if (lostClients.has(newClient)) throw new Error('The connection was lost at once')
    client = newClient
    connected(true)
  }

  function handleDisconnect(lostClient: Client, error?: Error): void {
    lostClients.add(lostClient)
    if (closing.signal.aborted || lostClient !== client) return
    client = undefined
    log.warn({ err: error }, 'the bus lost its connection')
    connected(false)
    void reconnect()
  }

  async function reconnect(): Promise<void> {
    let delayMs = FIRST_RECONNECT_DELAY_MS
    while (!closing.signal.aborted && !client) {
      await connect().catch(() => sleep(delayMs, undefined, { ref: false }))
      delayMs = Math.min(2 * delayMs, MAX_RECONNECT_DELAY_MS)
    }
  }

  await connect()
  return async () => {
    closing.abort()
    await client?.end().catch(() => null)
  }
}

async function openListener(
  url: string,
  receive: (payload: string) => void,
  onLost: (client: Client, error?: Error) => void,
): Promise<Client> {
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  })
  client.on('notification', ({ payload }) => receive(payload ?? ''))
  client.on('error', (error) => onLost(client, error))
  client.on('end', () => onLost(client))
  try {
    await client.connect()
    await client.query(`LISTEN ${CHANNEL}`)
    return client
  } catch (error) {
    void client.end().catch(() => null)
    throw error
  }
}
