import { Client, type Pool } from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import type { ServerFrame } from '#contract/socket.ts'

/** What one process tells the others: ids and subjects, and small frames for open sockets; never a message's text. */
export type BusMessage =
  | { kind: 'changed'; tags: readonly string[] }
  /** A stored message; `clientId` is its sender's own name for it. */
  | { kind: 'message'; id: number; clientId?: string }
  | { kind: 'frame'; to: number | 'admins'; frame: ServerFrame }

export interface Bus {
  /** Reaches every process, this one included at once. */
  publish(message: BusMessage): void
  close(): Promise<void>
}

interface BusListener {
  onBusMessage(message: BusMessage): void
  /** False while other processes' notes cannot arrive. */
  connected(connected: boolean): void
}

/** The embedded database means one server process: what is said here is heard here. */
export function createLocalBus(listener: BusListener): Bus {
  return { publish: (message) => listener.onBusMessage(message), close: async () => {} }
}

const CHANNEL = 'learn_lantern'
const RECONNECT_MS = 1_000

/** Says once, from outside the servers, that these subjects changed. */
export async function publishInvalidation(pool: Pool, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  const message: BusMessage & { from: string } = { kind: 'changed', tags, from: 'outside' }
  await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify(message)])
}

/** Between processes on one PostgreSQL server: LISTEN and NOTIFY on a connection of its own. */
export async function createPostgresBus(url: string, listener: BusListener, log: FastifyBaseLogger): Promise<Bus> {
  const origin = `${process.pid}-${Math.random().toString(36).slice(2)}`
  let client: Client | undefined
  let closed = false
  /** One note after the other: a connection carries one statement at a time. */
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
        .catch((error: unknown) => log.warn({ err: error }, 'a note to the other processes was lost'))
    },
    async close() {
      closed = true
      await sending
      await client?.end().catch(() => null)
    },
  }
}
