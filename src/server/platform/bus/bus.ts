import { Client, type Pool } from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import type { ServerFrame } from '#contract/schemas/chat.ts'

/** What one process tells the others: ids and subjects, and small frames for open sockets; never a message's text. */
export type Note =
  | { kind: 'changed'; subjects: readonly string[] }
  /** A stored message; `clientId` is its sender's own name for it. */
  | { kind: 'message'; id: number; clientId?: string }
  | { kind: 'frame'; to: number | 'admins'; frame: ServerFrame }

export interface Bus {
  /** Reaches every process, this one included at once. */
  publish(note: Note): void
  close(): Promise<void>
}

interface Listener {
  hear(note: Note): void
  /** False while other processes' notes cannot arrive. */
  connected(connected: boolean): void
}

/** The embedded database means one server process: what is said here is heard here. */
export function localBus(listener: Listener): Bus {
  return { publish: (note) => listener.hear(note), close: async () => {} }
}

const CHANNEL = 'learn_lantern'
const RECONNECT_MS = 1_000

/** Says once, from outside the servers, that these subjects changed. */
export async function notify(pool: Pool, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  const note: Note & { from: string } = { kind: 'changed', subjects, from: 'outside' }
  await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify(note)])
}

/** Between processes on one PostgreSQL server: LISTEN and NOTIFY on a connection of its own. */
export async function postgresBus(url: string, listener: Listener, log: FastifyBaseLogger): Promise<Bus> {
  const origin = `${process.pid}-${Math.random().toString(36).slice(2)}`
  let client: Client | undefined
  let closed = false
  /** One note after the other: a connection carries one statement at a time. */
  let sending: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<void> {
    const fresh = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 2_000 })
    fresh.on('notification', ({ payload }) => {
      const { from, ...note } = JSON.parse(payload ?? '{}') as Note & { from: string }
      if (from !== origin) listener.hear(note)
    })
    fresh.on('error', (error) => lost(fresh, error))
    fresh.on('end', () => lost(fresh))
    await fresh.connect()
    await fresh.query(`LISTEN ${CHANNEL}`)
    client = fresh
    listener.connected(true)
  }

  function lost(which: Client, error?: Error): void {
    if (closed || which !== client) return
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
    publish(note) {
      listener.hear(note)
      sending = sending
        .then(() => client?.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify({ ...note, from: origin })]))
        .catch((error: unknown) => log.warn({ err: error }, 'a note to the other processes was lost'))
    },
    async close() {
      closed = true
      await sending
      await client?.end().catch(() => null)
    },
  }
}
