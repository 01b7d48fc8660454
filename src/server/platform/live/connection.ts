import type { RawData, WebSocket } from 'ws'
import { CLOSE, clientFrame, type ServerFrame } from '#contract/schemas/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/users.ts'
import type { MessageRow } from '#server/features/chat/message-row.ts'
import type { Session } from '#server/http/session-store.ts'
import type { Hub, Line } from './hub.ts'
import { Rate } from './rate.ts'

const INIT_WITHIN_MS = 10_000
/** What a reader may leave unread before it is let go; it fetches what it missed when it comes back. */
const MOST_UNSENT_BYTES = 1024 * 1024

export interface ConnectionParts {
  hub: Hub
  findSession(): Promise<Session | null>
  siteIsRunning(): boolean | Promise<boolean>
  send(user: User, message: { receiverId: number; text: string }): Promise<MessageRow>
  warn(error: unknown, text: string): void
}

/** One socket of one signed-in person. Who they are is the session's word, whatever a frame says. */
export class Connection implements Line {
  user: User
  isAlive = true
  readonly #socket: WebSocket
  readonly #parts: ConnectionParts
  readonly #rate = new Rate()
  readonly #initTimer: NodeJS.Timeout
  #isReady = false
  /** One frame after the other: a person's messages are stored in the order in which they were sent. */
  #working: Promise<void> = Promise.resolve()

  constructor(socket: WebSocket, user: User, parts: ConnectionParts) {
    this.#socket = socket
    this.#parts = parts
    this.user = user
    this.#initTimer = setTimeout(() => this.close(CLOSE.policy, 'no init'), INIT_WITHIN_MS)
    socket.on('message', (data, isBinary) => this.#take(data, isBinary))
    socket.on('pong', () => (this.isAlive = true))
    // What is wrong with a frame closes the socket by itself; there is nothing else to do.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(this.#initTimer)
      parts.hub.leave(this)
    })
  }

  send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN || !this.#isReady) return
    if (this.#socket.bufferedAmount > MOST_UNSENT_BYTES) {
      this.close(CLOSE.tooSlow, 'too slow')
      // Its closing would wait behind what it does not read.
      this.#socket.terminate()
      return
    }
    this.#socket.send(text)
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  async recheck(): Promise<void> {
    const session = await this.#parts.findSession().catch(() => null)
    if (session && this.#isStill(session.user)) this.user = session.user
    else this.close(CLOSE.notSignedIn, 'signed out')
  }

  ping(): void {
    if (!this.isAlive) return this.#socket.terminate()
    this.isAlive = false
    this.#socket.ping()
  }

  #take(data: RawData, isBinary: boolean): void {
    const pace = this.#rate.take(performance.now())
    if (pace === 'flood') return this.close(CLOSE.policy, 'flood')
    const text = isBinary ? null : String(data)
    if (pace === 'too fast') return this.#refuse('Too many messages. Please wait a moment', clientIdOf(text))
    this.#working = this.#working.then(() => this.#work(text))
  }

  async #work(text: string | null): Promise<void> {
    const parsed = clientFrame.safeParse(text === null ? null : readJson(text))
    const clientId = clientIdOf(text)
    if (!parsed.success) return this.#refuse(parsed.error.issues[0]?.message ?? '', clientId)
    try {
      const session = await this.#parts.findSession()
      if (!session || !this.#isStill(session.user)) return this.close(CLOSE.notSignedIn, 'signed out')
      if (session.user.role !== 'admin' && !(await this.#parts.siteIsRunning()))
        return this.close(CLOSE.maintenance, 'maintenance')
      this.user = session.user
      const frame = parsed.data
      if (frame.type === 'init') return this.#begin(frame.sender_id)
      if (!this.#isReady) return this.#refuse('Send init first', clientId)
      if (session.viewsAsStudent) return this.#refuse('Students write to you: answer them in the dashboard', clientId)
      if (frame.type === 'typing') return this.#tellTyping(frame.receiver_id)
      const row = await this.#parts.send(this.user, { receiverId: frame.receiver_id, text: frame.msg })
      this.#parts.hub.deliver(row, frame.client_id)
    } catch (error) {
      if (!(error instanceof AppError)) this.#parts.warn(error, 'a message was not stored')
      this.#refuse(error instanceof AppError ? error.message : 'Something went wrong', clientId)
    }
  }

  /** What a line may hear goes by the role it was opened with. */
  #isStill(user: User): boolean {
    return user.student_id === this.user.student_id && user.role === this.user.role
  }

  #begin(senderId: number): void {
    if (senderId !== this.user.student_id) return this.close(CLOSE.policy, 'not your id')
    clearTimeout(this.#initTimer)
    this.#isReady = true
    this.#say({ type: 'ready' })
  }

  #tellTyping(receiverId: number): void {
    const frame: ServerFrame = { type: 'typing', from: this.user.student_id, to: receiverId }
    if (this.user.role === 'student') this.#parts.hub.toAdmins(frame)
    else this.#parts.hub.toUser(receiverId, frame)
  }

  #refuse(msg: string, clientId?: string): void {
    this.#say({
      type: 'error',
      status: false,
      msg: msg || 'Not a frame of this socket',
      ...(clientId !== undefined && { client_id: clientId }),
    })
  }

  #say(frame: ServerFrame): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(frame))
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** So that a refused message is known again at its sender's. */
function clientIdOf(text: string | null): string | undefined {
  const frame = text === null ? null : readJson(text)
  if (typeof frame !== 'object' || frame === null || !('client_id' in frame)) return undefined
  return typeof frame.client_id === 'string' && frame.client_id.length <= 64 ? frame.client_id : undefined
}
