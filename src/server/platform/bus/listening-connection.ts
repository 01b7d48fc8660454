import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { ServerClient } from '#server/platform/db/connection/server-client.ts'
import type { BusListener } from './bus.ts'

export const CHANNEL = 'learn_lantern'
const LISTEN = `LISTEN ${CHANNEL}`
const CONNECT_TIMEOUT_MS = 2_000
/** Doubles with each failed attempt. */
const FIRST_RECONNECT_DELAY_MS = 50
const MAX_RECONNECT_DELAY_MS = 1_000
const HEARTBEAT_MS = 500
/** Two seconds. Beats are counted rather than timed: a pause of this process is none of the database's. */
const MAX_SILENT_BEATS = 4
/** A database that does not answer must not delay the shutdown. */
const CLOSE_TIMEOUT_MS = 1_000

interface ListenOptions {
  url: string
  receive: (payload: string) => void
  connected: BusListener['connected']
  log: FastifyBaseLogger
}

/** Listens until the returned function is called, and reconnects when the connection is lost or silent. */
export async function listen({ url, receive, connected, log }: ListenOptions): Promise<() => Promise<void>> {
  const closing = new AbortController()
  let client: ServerClient | undefined
  let stopHeartbeat = () => {}
  const lostClients = new WeakSet<ServerClient>()

  async function connect(): Promise<void> {
    const newClient = await openListener(url, receive, handleDisconnect)
    if (closing.signal.aborted) return newClient.end()
    if (lostClients.has(newClient)) throw new Error('The connection was lost at once')
    client = newClient
    stopHeartbeat = startHeartbeat(newClient, url, (reason) => {
      handleDisconnect(newClient, new Error(reason))
      // With the heartbeat unanswered this closes the socket at once.
      void newClient.end().catch(() => null)
    })
    connected(true)
  }

  function handleDisconnect(lostClient: ServerClient, error?: Error): void {
    lostClients.add(lostClient)
    if (closing.signal.aborted || lostClient !== client) return
    client = undefined
    stopHeartbeat()
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
    stopHeartbeat()
    const ended = client?.end().catch(() => null)
    await Promise.race([ended, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  }
}

/**
 * A connection that is frozen instead of cut, as after a failover without a reset, reports no error. LISTEN again rather
 * than SELECT 1, because a server that has become a standby answers that one and sends no notifications.
 */
function startHeartbeat(client: ServerClient, url: string, onUseless: (reason: string) => void): () => void {
  let silentBeats = 0
  let isWaiting = false
  let isSearching = false
  const beat = async () => {
    isWaiting = true
    await client.query(LISTEN).then(
      () => (silentBeats = 0),
      () => null,
    )
    isWaiting = false
    if (isSearching || !client.shouldReconnect()) return
    isSearching = true
    if (await takesWrites(url)) onUseless('Another database has taken over')
    isSearching = false
  }
  const timer = setInterval(() => {
    silentBeats++
    if (silentBeats >= MAX_SILENT_BEATS) onUseless('The database does not answer')
    else if (!isWaiting) void beat()
  }, HEARTBEAT_MS).unref()
  return () => clearInterval(timer)
}

/** Whether the address leads to a database that does. One whose disk is full stays read-only without another beside it. */
async function takesWrites(url: string): Promise<boolean> {
  const client = new ServerClient({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => {})
  const isWritable = await client.connect().then(
    () => !client.isReadOnly(),
    () => false,
  )
  void client.end().catch(() => null)
  return isWritable
}

async function openListener(
  url: string,
  receive: (payload: string) => void,
  onLost: (client: ServerClient, error?: Error) => void,
): Promise<ServerClient> {
  const client = new ServerClient({
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
    await client.query(LISTEN)
    return client
  } catch (error) {
    void client.end().catch(() => null)
    throw error
  }
}
