import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { SocketCallName } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import { SOCKET_LIMITS } from '#contract/limits.ts'
import { initFrame } from '#contract/schemas/chat.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { CLOSE_CODES, type ServerFrame } from '#contract/socket.ts'
import { toAppError } from '#server/http/error-handler.ts'
import type { Session } from '#server/http/sessions/session.ts'
import type { Admit } from '#server/pipeline/admit.ts'
import type { ApiPipeline } from '#server/pipeline/api-pipeline.ts'
import { type Caller, toCaller } from '#server/pipeline/caller.ts'
import { parseInput } from '#server/pipeline/parse-input.ts'
import type { Hub, HubConnection } from '#server/platform/live/hub.ts'
import { getCloseCode } from './close-code.ts'
import { FrameRateLimiter } from './frame-rate-limiter.ts'

const INIT_TIMEOUT_MS = 10_000
/** A client that reads slower than this is disconnected; it fetches what it missed when it reconnects. */
const MAX_BUFFERED_BYTES = 1024 * 1024

const CALL_BY_FRAME_TYPE = new Map<unknown, SocketCallName>([
  ['chat', 'sendMessage'],
  ['typing', 'sendTyping'],
])

export interface ConnectionDeps {
  hub: Pick<Hub, 'leave'>
  pipeline: Pick<ApiPipeline, 'handleFrame'>
  admit: Admit
  ip: string
  /** @param isVisit whether it moves the session's end */
  findSession(isVisit: boolean): Promise<Session | null>
  /** What the socket runs on. */
  duplex: Duplex
  warn(error: unknown, text: string): void
}

/** One socket of one signed-in user. The sender is the session's user, whatever a frame says. */
export class Connection implements HubConnection {
  user: User
  isAlive = true
  /** When the session ended if nothing has moved its end since it was looked up. */
  #sessionEndsAtMs: number
  readonly #socket: WebSocket
  readonly #deps: ConnectionDeps
  readonly #rateLimiter = new FrameRateLimiter()
  readonly #initTimer: NodeJS.Timeout
  #isReady = false
  #isFlooding = false
  /** One frame after the other, so that messages are stored in the order in which they were sent. */
  #frameQueue: Promise<void> = Promise.resolve()
  /** Frames that are not in the queue yet. */
  readonly #arriving = new Set<Promise<void>>()

  constructor(socket: WebSocket, { user, expiresAtMs }: Session, deps: ConnectionDeps) {
    this.#socket = socket
    this.#deps = deps
    this.user = user
    this.#sessionEndsAtMs = expiresAtMs
    this.#initTimer = setTimeout(() => this.close(CLOSE_CODES.policy, 'no init'), INIT_TIMEOUT_MS)
    socket.on('message', (data, isBinary) => {
      const arriving = this.#onFrame(data, isBinary).finally(() => this.#arriving.delete(arriving))
      this.#arriving.add(arriving)
    })
    socket.on('pong', () => (this.isAlive = true))
    // `ws` closes the socket after a malformed frame.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(this.#initTimer)
      deps.hub.leave(this)
    })
  }

  send(text: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN || !this.#isReady) return
    // A close frame would wait behind the unread data.
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) this.#cut('too slow')
    else this.#socket.send(text, { binary: false })
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  /** Resolves when the frames that have arrived so far are handled. */
  async finishFrames(): Promise<void> {
    await Promise.allSettled(this.#arriving)
    await this.#frameQueue
  }

  async revalidateSession(): Promise<void> {
    const session = await this.#deps.findSession(false).catch(() => undefined)
    // Not logged out: the client connects again.
    if (session === undefined) this.close(CLOSE_CODES.goingAway, 'not checked')
    else if (session && this.#isSameUser(session.user)) this.#update(session)
    else this.close(CLOSE_CODES.notSignedIn, 'logged out')
  }

  #update({ user, expiresAtMs }: Session): void {
    this.user = user
    this.#sessionEndsAtMs = expiresAtMs
  }

  ping(): void {
    if (!this.isAlive) return this.#cut('no pong')
    this.isAlive = false
    this.#socket.ping()
    if (this.#sessionEndsAtMs <= performance.now()) void this.revalidateSession()
  }

  /** Without an error Node makes one for each write that waits, which takes 30 ms for a megabyte of messages. */
  #cut(reason: string): void {
    this.#deps.duplex.destroy(new Error(reason))
  }

  async #onFrame(data: RawData, isBinary: boolean): Promise<void> {
    const frame = isBinary ? null : parseFrame(String(data))
    const isTyping = frame?.type === 'typing'
    const verdict = await (isTyping ? this.#rateLimiter.countTyping() : this.#rateLimiter.countFrame())
    if (verdict === 'flood') {
      this.#isFlooding = true
      return this.close(CLOSE_CODES.policy, 'flood')
    }
    // Nobody misses a "typing" too many.
    if (verdict === 'too fast') return
    this.#frameQueue = this.#frameQueue.then(() => this.#handleFrame(frame))
  }

  async #handleFrame(frame: Frame | null): Promise<void> {
    // The messages of others would wait for what a flood left.
    if (this.#isFlooding) return
    try {
      const session = await this.#deps.findSession(frame?.type !== 'init')
      if (!session || !this.#isSameUser(session.user)) throw new AppError('not_signed_in')
      this.#update(session)
      const caller = toCaller(session, this.#deps.ip)
      if (frame?.type === 'init') return await this.#onInit(frame, caller)
      const name = CALL_BY_FRAME_TYPE.get(frame?.type)
      if (!name || !frame) throw new AppError('invalid_input')
      if (!this.#isReady) throw new AppError('invalid_input', { text: 'Send init first' })
      await this.#deps.pipeline.handleFrame(name, frame, caller)
    } catch (error) {
      this.#onFrameError(error, getClientId(frame))
    }
  }

  #onFrameError(error: unknown, clientId: string | undefined): void {
    const closeCode = getCloseCode(error)
    if (closeCode !== undefined) return this.close(closeCode, 'refused')
    if (!(error instanceof AppError)) this.#deps.warn(error, 'a message was not stored')
    this.#sendError(toAppError(error as Error).message, clientId)
  }

  /** A socket receives what the role that opened it may see. */
  #isSameUser(user: User): boolean {
    return user.student_id === this.user.student_id && user.role === this.user.role
  }

  async #onInit(frame: Frame, caller: Caller): Promise<void> {
    await this.#deps.admit(caller, { access: 'user' })
    const { sender_id } = parseInput('init', initFrame, frame)
    if (sender_id !== this.user.student_id) return this.close(CLOSE_CODES.policy, 'not your id')
    clearTimeout(this.#initTimer)
    this.#isReady = true
    this.#sendFrame({ type: 'ready' })
  }

  #sendError(msg: string, clientId: string | undefined): void {
    this.#sendFrame({ type: 'error', status: false, msg, ...(clientId !== undefined && { client_id: clientId }) })
  }

  #sendFrame(frame: ServerFrame): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(frame))
  }
}

interface Frame {
  type?: unknown
  client_id?: unknown
}

function parseFrame(text: string): Frame | null {
  try {
    const frame: unknown = JSON.parse(text)
    return typeof frame === 'object' ? frame : null
  } catch {
    return null
  }
}

/** The sending client's own id for the message, so that it can tell which one failed. */
function getClientId(frame: Frame | null): string | undefined {
  const clientId = frame?.client_id
  return typeof clientId === 'string' && clientId.length <= SOCKET_LIMITS.clientId ? clientId : undefined
}
