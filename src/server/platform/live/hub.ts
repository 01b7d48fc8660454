import { type ChatFrame, CLOSE_CODES, type ServerFrame } from '#contract/socket.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { messages } from '#server/platform/db/schema.ts'
import type { AnnouncedWrite, Bus } from '#server/platform/bus/bus.ts'
import type { BusFrame, BusMessage, LiveMessage } from '#server/platform/bus/bus-message.ts'

type MessageRow = typeof messages.$inferSelect

/** One open socket. */
export interface HubConnection {
  readonly user: Pick<User, 'student_id' | 'role'>
  /** @param text in UTF-8 */
  send(text: Buffer): void
  close(code: number, reason: string): void
  /** Closes the connection if its session has ended. Never rejects. */
  revalidateSession(): Promise<void>
}

interface HubDeps {
  publish(message: LiveMessage): void
  announced: Bus['announced']
  loadMessage(id: number): Promise<MessageRow | undefined>
  isSiteRunning(): boolean | Promise<boolean>
  warn(error: unknown, text: string): void
}

export const MAX_CONNECTIONS_PER_USER = 5
/** Messages this process has just stored, which it need not load when the bus delivers them. */
const MAX_RECENT_MESSAGES = 1_000
/** Sessions looked up at once when all connections are checked. */
const REVALIDATIONS_AT_ONCE = 5
/** The pause before the database is asked again after a message could not be loaded. */
const RETRY_DELAY_MS = 1_000
const RESYNC = Buffer.from(JSON.stringify({ type: 'resync' } satisfies ServerFrame))

/** The sockets of this process. The bus carries message ids to every process, and each delivers to its own sockets. */
export class Hub {
  readonly #connections = new Map<number, Set<HubConnection>>()
  readonly #admins = new Set<HubConnection>()
  readonly #recentMessages = new Map<number, MessageRow>()
  readonly #deps: HubDeps
  /** One message after the other, in the bus's order. */
  #deliveryQueue: Promise<void> = Promise.resolve()
  /** Set from a message that could not be loaded until the sockets are told to refetch. */
  #retryTimer: NodeJS.Timeout | undefined

  constructor(deps: HubDeps) {
    this.#deps = deps
  }

  /** False when the user has too many connections. */
  join(connection: HubConnection): boolean {
    const connections = this.#connections.get(connection.user.student_id) ?? new Set()
    if (connections.size >= MAX_CONNECTIONS_PER_USER) return false
    connections.add(connection)
    this.#connections.set(connection.user.student_id, connections)
    if (connection.user.role === 'admin') this.#admins.add(connection)
    return true
  }

  leave(connection: HubConnection): void {
    const connections = this.#connections.get(connection.user.student_id)
    connections?.delete(connection)
    if (connections?.size === 0) this.#connections.delete(connection.user.student_id)
    this.#admins.delete(connection)
  }

  /** Stores a message, which the other processes deliver when the write commits. */
  store<Row extends MessageRow>(db: Db, write: AnnouncedWrite<Row>, clientId: string | undefined): Promise<Row> {
    return this.#deps.announced(db, write, ({ id }) => toBusMessage(id, clientId))
  }

  /** Call it once the message is stored. It reaches this process's sockets of both ends, the sender's too. */
  deliver(row: MessageRow, clientId: string | undefined): void {
    const [oldest] = this.#recentMessages.keys()
    if (this.#recentMessages.size >= MAX_RECENT_MESSAGES && oldest !== undefined) this.#recentMessages.delete(oldest)
    this.#recentMessages.set(row.id, row)
    this.onBusMessage(toBusMessage(row.id, clientId))
  }

  sendToUser(userId: number, frame: BusFrame): void {
    this.#deps.publish({ kind: 'frame', to: userId, frame })
  }

  sendToAdmins(frame: BusFrame): void {
    this.#deps.publish({ kind: 'frame', to: 'admins', frame })
  }

  onBusMessage(message: BusMessage): void {
    if (message.kind === 'frame') this.#sendTo(message.to, JSON.stringify(message.frame))
    else if (message.kind === 'message')
      this.#deliveryQueue = this.#deliveryQueue.then(() => this.#deliverMessage(message.id, message.clientId))
    else void this.#onInvalidated(message.tags)
  }

  /**
   * For the time after a gap in the bus, in which a session may have ended, maintenance begun or a message been stored
   * elsewhere. The sockets take turns, so that not all browsers refetch at once.
   */
  async resyncAll(): Promise<void> {
    if (this.#connections.size === 0) return
    const closing = this.#closeInMaintenance()
    const connections = this.#allConnections()
    // The workers share the iterator.
    const revalidateNext = async () => {
      for (const connection of connections) {
        await connection.revalidateSession()
        connection.send(RESYNC)
      }
    }
    await Promise.all([closing, ...Array.from({ length: REVALIDATIONS_AT_ONCE }, revalidateNext)])
  }

  get connectionCount(): number {
    let count = 0
    for (const connections of this.#connections.values()) count += connections.size
    return count
  }

  closeAll(code: number, reason: string): void {
    clearTimeout(this.#retryTimer)
    for (const connection of this.#allConnections()) connection.close(code, reason)
  }

  *#allConnections(): Iterable<HubConnection> {
    for (const connections of [...this.#connections.values()]) yield* [...connections]
  }

  async #deliverMessage(id: number, clientId: string | undefined): Promise<void> {
    try {
      const row = this.#recentMessages.get(id) ?? (await this.#deps.loadMessage(id))
      this.#recentMessages.delete(id)
      if (!row) return
      const frame: ChatFrame = {
        msg_id: row.id,
        msg: row.text,
        date: row.createdAt.toISOString(),
        to: row.receiverId,
        from: row.senderId,
      }
      this.#sendTo(row.studentId, serializeFrame(frame, clientId, row.senderId === row.studentId))
      this.#sendTo('admins', serializeFrame(frame, clientId, row.senderId !== row.studentId))
    } catch (error) {
      this.#deps.warn(error, 'a message was stored and not delivered')
      this.#retryTimer ??= this.#resyncOnceLoaded(id)
    }
  }

  /** Whatever was missed since then, the sockets fetch it. */
  #resyncOnceLoaded(id: number): NodeJS.Timeout {
    const retry = async () => {
      try {
        await this.#deps.loadMessage(id)
      } catch {
        // A socket that opens later fetches everything.
        this.#retryTimer = this.#connections.size > 0 ? this.#resyncOnceLoaded(id) : undefined
        return
      }
      this.#retryTimer = undefined
      await this.resyncAll()
    }
    return setTimeout(() => void retry(), RETRY_DELAY_MS).unref()
  }

  #sendTo(recipient: number | 'admins', text: string): void {
    const bytes = Buffer.from(text)
    for (const connection of recipient === 'admins' ? this.#admins : (this.#connections.get(recipient) ?? []))
      connection.send(bytes)
  }

  /** An ended session, a changed role and maintenance close open sockets. */
  async #onInvalidated(tags: readonly string[]): Promise<void> {
    for (const tag of tags) {
      const userId = /^account:(\d+)$/.exec(tag)?.[1]
      if (userId !== undefined)
        for (const connection of [...(this.#connections.get(Number(userId)) ?? [])]) void connection.revalidateSession()
    }
    if (tags.includes('site')) await this.#closeInMaintenance()
  }

  async #closeInMaintenance(): Promise<void> {
    if (await this.#deps.isSiteRunning()) return
    for (const connection of this.#allConnections())
      if (connection.user.role !== 'admin') connection.close(CLOSE_CODES.maintenance, 'maintenance')
  }
}

const toBusMessage = (id: number, clientId: string | undefined): LiveMessage => ({
  kind: 'message',
  id,
  ...(clientId !== undefined && { clientId }),
})

/** Only the sender receives the client's own id. */
const serializeFrame = (frame: ChatFrame, clientId: string | undefined, isForSender: boolean) =>
  JSON.stringify(isForSender && clientId !== undefined ? { ...frame, client_id: clientId } : frame)
