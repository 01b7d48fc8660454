import type { RawData, WebSocket } from 'ws'
import { clientFrame } from '#contract/schemas/chat.ts'
import { CLOSE_CODES, type ServerFrame } from '#contract/socket.ts'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/users.ts'
import type { MessageRow } from '#server/features/chat/message-row.ts'
import type { Session } from '#server/http/session-store.ts'
import type { Hub, HubConnection } from './hub.ts'
import { FrameRateLimiter } from './frame-rate-limiter.ts'

const INIT_TIMEOUT_MS = 10_000
/** What a reader may leave unread before it is let go; it fetches what it missed when it comes back. */
const MAX_BUFFERED_BYTES = 1024 * 1024

export interface ConnectionDeps {
  hub: Hub
  findSession(): Promise<Session | null>
  isSiteRunning(): boolean | Promise<boolean>
  send(user: User, message: { receiverId: number; text: string }): Promise<MessageRow>
  warn(error: unknown, text: string): void
}

/** One socket of one signed-in person. Who they are is the session's word, whatever a frame says. */
export class Connection implements HubConnection {
  user: User
  isAlive = true
  readonly #socket: WebSocket
  readonly #deps: ConnectionDeps
  readonly #rate = new FrameRateLimiter()
  readonly #initTimer: NodeJS.Timeout
  #isReady = false
  /** One frame after the other: a person's messages are stored in the order in which they were sent. */
  #frameQueue: Promise<void> = Promise.resolve()

  constructor(socket: WebSocket, user: User, deps: ConnectionDeps) {
    this.#socket = socket
    this.#deps = deps
    this.user = user
    this.#initTimer = setTimeout(() => this.close(CLOSE_CODES.policy, 'no init'), INIT_TIMEOUT_MS)
    socket.on('message', (data, isBinary) => this.#onFrame(data, isBinary))
    socket.on('pong', () => (this.isAlive = true))
    // What is wrong with a frame closes the socket by itself; there is nothing else to do.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(this.#initTimer)
      deps.hub.leave(this)
    })
  }

  send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN || !this.#isReady) return
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      this.close(CLOSE_CODES.tooSlow, 'too slow')
      // Its closing would wait behind what it does not read.
      this.#socket.terminate()
      return
    }
    this.#socket.send(text)
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  async revalidateSession(): Promise<void> {
    const session = await this.#deps.findSession().catch(() => null)
    if (session && this.#isSameUser(session.user)) this.user = session.user
    else this.close(CLOSE_CODES.notSignedIn, 'signed out')
  }

  ping(): void {
    if (!this.isAlive) return this.#socket.terminate()
    this.isAlive = false
    this.#socket.ping()
  }

  #onFrame(data: RawData, isBinary: boolean): void {
    const rateVerdict = this.#rate.countFrame(performance.now())
    if (rateVerdict === 'flood') return this.close(CLOSE_CODES.policy, 'flood')
    const text = isBinary ? null : String(data)
    if (rateVerdict === 'too fast') return this.#sendError('Too many messages. Please wait a moment', getClientId(text))
    this.#frameQueue = this.#frameQueue.then(() => this.#handleFrame(text))
  }

  async #handleFrame(text: string | null): Promise<void> {
    const parsed = clientFrame.safeParse(text === null ? null : parseJson(text))
    const clientId = getClientId(text)
    if (!parsed.success) return this.#sendError(parsed.error.issues[0]?.message ?? '', clientId)
    try {
      const session = await this.#deps.findSession()
      if (!session || !this.#isSameUser(session.user)) return this.close(CLOSE_CODES.notSignedIn, 'signed out')
      if (session.user.role !== 'admin' && !(await this.#deps.isSiteRunning()))
        return this.close(CLOSE_CODES.maintenance, 'maintenance')
      this.user = session.user
      const frame = parsed.data
      if (frame.type === 'init') return this.#onInit(frame.sender_id)
      if (!this.#isReady) return this.#sendError('Send init first', clientId)
      if (session.viewsAsStudent)
        return this.#sendError('Students write to you: answer them in the dashboard', clientId)
      if (frame.type === 'typing') return this.#relayTyping(frame.receiver_id)
      const row = await this.#deps.send(this.user, { receiverId: frame.receiver_id, text: frame.msg })
      this.#deps.hub.deliver(row, frame.client_id)
    } catch (error) {
      if (!(error instanceof AppError)) this.#deps.warn(error, 'a message was not stored')
      this.#sendError(error instanceof AppError ? error.message : 'Something went wrong', clientId)
    }
  }

  /** What a line may hear goes by the role it was opened with. */
  #isSameUser(user: User): boolean {
    return user.student_id === this.user.student_id && user.role === this.user.role
  }

  #onInit(senderId: number): void {
    if (senderId !== this.user.student_id) return this.close(CLOSE_CODES.policy, 'not your id')
    clearTimeout(this.#initTimer)
    this.#isReady = true
    this.#sendFrame({ type: 'ready' })
  }

  #relayTyping(receiverId: number): void {
    const frame: ServerFrame = { type: 'typing', from: this.user.student_id, to: receiverId }
    if (this.user.role === 'student') this.#deps.hub.sendToAdmins(frame)
    else this.#deps.hub.sendToUser(receiverId, frame)
  }

  #sendError(msg: string, clientId?: string): void {
    this.#sendFrame({
      type: 'error',
      status: false,
      msg: msg || 'Not a frame of this socket',
      ...(clientId !== undefined && { client_id: clientId }),
    })
  }

  #sendFrame(frame: ServerFrame): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(frame))
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** So that a refused message is known again at its sender's. */
function getClientId(text: string | null): string | undefined {
  const frame = text === null ? null : parseJson(text)
  if (typeof frame !== 'object' || frame === null || !('client_id' in frame)) return undefined
  return typeof frame.client_id === 'string' && frame.client_id.length <= 64 ? frame.client_id : undefined
}
