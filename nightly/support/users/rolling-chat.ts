import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { ServerFrame } from '../../../src/contract/socket.ts'
import { keepSocketOpen, type ProxyUser } from './kept-socket.ts'

/** Nobody writes more while nothing is answered, and a socket that sends 40 at once is closed. */
const MAX_PENDING = 10
const FINISH_WITHIN_MS = 60_000

interface StoredMessage {
  msg_id: number
  msg_text: string
}

interface SocketOptions {
  stopped: AbortSignal
  onClose(code: number): void
}

export interface ChatResult {
  /** Texts, each of which was written once. */
  written: string[]
  acknowledged: Set<string>
  /** Ids of what the admin's socket received. */
  pushed: number[]
  /** Ids of what the admin received or fetched after a reconnect. */
  seen: Set<number>
}

interface RollingChatOptions extends SocketOptions {
  /** Between two messages of a student. */
  everyMs: number
}

/** Students write numbered messages to an admin at a steady rate, through closed sockets as the browser does. */
export function startRollingChat(
  students: readonly ProxyUser[],
  admin: ProxyUser,
  { everyMs, ...options }: RollingChatOptions,
) {
  const senders = students.map((student) => new ChatSender(student, admin.userId))
  const watcher = new ChatWatcher(admin, students)
  const open = [...senders, watcher].map((one) => one.keepOpen(options))
  const writing = new AbortController()
  const written = (async () => {
    const texts: string[] = []
    for (let n = 0; !writing.signal.aborted; n++) {
      const sender = senders[n % senders.length]
      if (sender?.canWrite()) texts.push(sender.write(n))
      await sleep(everyMs / senders.length, undefined, { signal: writing.signal }).catch(() => null)
    }
    return texts
  })()
  return {
    closed: Promise.all(open),
    /** Writes no more, and waits until everything is acknowledged and received. */
    async finish(): Promise<ChatResult> {
      writing.abort()
      const texts = await written
      const deadline = performance.now() + FINISH_WITHIN_MS
      const isDone = () => senders.every((sender) => sender.isDone()) && watcher.seen.size >= texts.length
      while (!isDone() && performance.now() < deadline) await sleep(100)
      const acknowledged = new Set(senders.flatMap((sender) => [...sender.acknowledged]))
      return { written: texts, acknowledged, pushed: watcher.pushed, seen: watcher.seen }
    },
  }
}

class ChatSender {
  readonly acknowledged = new Set<string>()
  readonly #pending = new Set<string>()
  readonly #user: ProxyUser
  readonly #adminId: number
  /** Once what was missed is fetched. */
  #socket: WebSocket | undefined

  constructor(user: ProxyUser, adminId: number) {
    this.#user = user
    this.#adminId = adminId
  }

  isDone = () => this.#pending.size === 0
  canWrite = () => this.#pending.size < MAX_PENDING

  write(n: number): string {
    const text = `${this.#user.userId} writes ${n}`
    this.#pending.add(text)
    if (this.#socket) this.#send(this.#socket, text)
    return text
  }

  keepOpen({ stopped, onClose }: SocketOptions): Promise<void> {
    return keepSocketOpen(this.#user, {
      stopped,
      onClose: (code) => {
        this.#socket = undefined
        onClose(code)
      },
      onFrame: (frame, socket) => {
        if ('msg_id' in frame && 'client_id' in frame) this.#acknowledge(frame.client_id ?? '')
        if (isReady(frame)) this.#sync(socket).catch(() => socket.terminate())
      },
    })
  }

  /** After a reconnect what is stored was only not acknowledged, and the rest is sent again. */
  async #sync(socket: WebSocket): Promise<void> {
    const isKnown = ({ msg_text }: StoredMessage) => this.acknowledged.has(msg_text)
    for (const { msg_text } of await fetchMissed(this.#user, {}, isKnown)) this.#acknowledge(msg_text)
    for (const text of this.#pending) this.#send(socket, text)
    this.#socket = socket
  }

  #send(socket: WebSocket, msg: string): void {
    const ids = { sender_id: this.#user.userId, receiver_id: this.#adminId }
    socket.send(JSON.stringify({ type: 'chat', ...ids, msg, client_id: msg }))
  }

  #acknowledge(text: string): void {
    this.#pending.delete(text)
    this.acknowledged.add(text)
  }
}

class ChatWatcher {
  readonly pushed: number[] = []
  readonly seen = new Set<number>()
  /** What was seen by the last look that ended: messages pushed since may follow some that were missed. */
  #complete: ReadonlySet<number> = new Set()
  readonly #user: ProxyUser
  readonly #students: readonly ProxyUser[]

  constructor(user: ProxyUser, students: readonly ProxyUser[]) {
    this.#user = user
    this.#students = students
  }

  keepOpen(options: SocketOptions): Promise<void> {
    return keepSocketOpen(this.#user, {
      ...options,
      onFrame: (frame, socket) => {
        if ('msg_id' in frame && 'msg' in frame) {
          this.pushed.push(frame.msg_id)
          this.seen.add(frame.msg_id)
        }
        if (isReady(frame)) this.#sync().catch(() => socket.terminate())
      },
    })
  }

  async #sync(): Promise<void> {
    const complete = new Set(this.seen)
    const isKnown = ({ msg_id }: StoredMessage) => this.#complete.has(msg_id)
    for (const { userId } of this.#students) {
      for (const { msg_id } of await fetchMissed(this.#user, { receiver_id: userId }, isKnown)) {
        this.seen.add(msg_id)
        complete.add(msg_id)
      }
    }
    this.#complete = complete
  }
}

const isReady = (frame: ServerFrame) => 'type' in frame && frame.type === 'ready'

/** The newest messages of a conversation, back to one that is known. */
async function fetchMissed(
  { client }: ProxyUser,
  conversation: { receiver_id?: number },
  isKnown: (message: StoredMessage) => boolean,
): Promise<StoredMessage[]> {
  const missed: StoredMessage[] = []
  for (let page: number | null = 1; page !== null;) {
    const { status, body } = await client.call('getMsg', { ...conversation, page })
    if (status !== 200) throw new Error(`getMsg answered ${status}`)
    const { msg, nextPage } = JSON.parse(body) as { msg: StoredMessage[]; nextPage: number | null }
    missed.push(...msg.filter((message) => !isKnown(message)))
    page = msg.some(isKnown) ? null : nextPage
  }
  return missed
}
