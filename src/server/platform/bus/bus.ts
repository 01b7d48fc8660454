import { Client, type Pool } from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import type { ServerFrame } from '#contract/socket.ts'

/** Between server processes: ids, cache tags and small frames, never a message's text. */
export type BusMessage =
  | { kind: 'changed'; tags: readonly string[] }
  /** A stored message; `clientId` is the sending client's own id for it. */
  | { kind: 'message'; id: number; clientId?: string }
  | { kind: 'frame'; to: number | 'admins'; frame: ServerFrame }

export interface Bus {
  /** Reaches this process at once and every other one soon after. */
  publish(message: BusMessage): void
  close(): Promise<void>
}

interface BusListener {
  onBusMessage(message: BusMessage): void
  /** False while other processes' messages cannot arrive. */
  connected(connected: boolean): void
}

/** For the embedded database, which has one server process. */
export function createLocalBus(listener: BusListener): Bus {
  return { publish: (message) => listener.onBusMessage(message), close: async () => {} }
}

const CHANNEL = 'learn_lantern'
const RECONNECT_MS = 1_000

/** Invalidates tags on all servers from another process, such as the command line. */
export async function publishInvalidation(pool: Pool, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  const message: BusMessage & { from: string } = { kind: 'changed', tags, from: 'outside' }
  await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify(message)])
}

/** LISTEN and NOTIFY on a dedicated connection. */
export async function createPostgresBus(url: string, listener: BusListener, log: FastifyBaseLogger): Promise<Bus> {
  const origin = `${process.pid}-${Math.random().toString(36).slice(2)}`
  let client: Client | undefined
  let closed = false
  /** One after the other: a connection runs one statement at a time. */
  let sending: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<void> {
    const newClient = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 2_000 })
    newClient.on('notification', ({ payload }) => {
      const { from, ...message } = JSON.parse(payload ?? '{}') as BusMessage & { from: string }
      if (from !== origin) listener.onBusMessage(message)
    })
    newClient.on('error', (error) => handleDisconnect(newClient, error))
    newClient.on('end', () => handleDisconnect(newClient))
    await newClient.connect()
    await newClient.query(`LISTEN ${CHANNEL}`)
    client = newClient
    listener.connected(true)
  }

  function handleDisconnect(lostClient: Client, error?: Error): void {
    if (closed || lostClient !== client) return
    client = undefined
    log.warn({ err: error }, 'the bus lost its connection')
    listener.connected(false)
    void reconnect()
  }

  async function reconnect(): Promise<void> {
    while (!closed && !client) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS).unref())
      await connect().catch(() => null)
    }
  }

  await connect()
  return {
    publish(message) {
      listener.onBusMessage(message)
      sending = sending
        .then(() => client?.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify({ ...message, from: origin })]))
        .catch((error: unknown) => log.warn({ err: error }, 'a message to the other processes was lost'))
    },
    async close() {
      closed = true
      await sending
      await client?.end().catch(() => null)
    },
  }
}
