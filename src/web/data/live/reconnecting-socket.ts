import type { ClientFrame } from '#contract/socket.ts'
import type { ServerFrame } from '#contract/socket.ts'
import { CLOSE_CODES } from '#contract/socket.ts'
import { SOCKET_PATH } from '#contract/paths.ts'

/** `refused` is final. */
export type ConnectionState = 'connecting' | 'ready' | 'lost' | 'refused'

interface ReconnectingSocketOptions {
  userId: number
  onStateChange(state: ConnectionState): void
  onFrame(frame: Exclude<ServerFrame, { type: 'ready' }>): void
  onClose(code: number): void
}

const CONNECT_TIMEOUT_MS = 10_000
const MIN_RETRY_DELAY_MS = 1_000
const MAX_RETRY_DELAY_MS = 30_000
/** After maintenance and after too many tabs. */
const SLOW_RETRY_DELAY_MS = 10_000
/** A hidden tab disconnects, because the server limits the connections of a user. */
const HIDDEN_TIMEOUT_MS = 60_000

/** A WebSocket that reconnects with exponential backoff. Its owner fetches what was missed while it was disconnected. */
export class ReconnectingSocket {
  #socket: WebSocket | null = null
  #isReady = false
  #isClosed = false
  #attempts = 0
  #connectTimer: ReturnType<typeof setTimeout> | undefined
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined
  readonly #options: ReconnectingSocketOptions
  readonly #abortController = new AbortController()

  constructor(options: ReconnectingSocketOptions) {
    this.#options = options
    const { signal } = this.#abortController
    window.addEventListener('online', () => isVisible() && this.#connectNow(), { signal })
    window.addEventListener('offline', () => this.reconnect(), { signal })
    document.addEventListener('visibilitychange', () => this.#handleVisibilityChange(), { signal })
    this.#connect()
    // A tab that was opened in the background.
    if (!isVisible()) this.#handleVisibilityChange()
  }

  /** Returns false if there is no connection. */
  send(frame: ClientFrame): boolean {
    if (!this.#isReady) return false
    this.#socket?.send(JSON.stringify(frame))
    return true
  }

  resetBackoff(): void {
    this.#attempts = 0
  }

  /** Replaces a socket that seems dead, after the backoff delay. */
  reconnect(): void {
    if (!this.#socket) return
    this.#closeSocket()
    this.#options.onStateChange('lost')
    this.#connectAfter(this.#getNextDelay())
  }

  close(): void {
    this.#isClosed = true
    this.#abortController.abort()
    clearTimeout(this.#hiddenTimer)
    this.#closeSocket()
  }

  #connect(): void {
    const { protocol, host } = window.location
    const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${SOCKET_PATH}`)
    this.#socket = socket
    this.#connectTimer = setTimeout(() => this.reconnect(), CONNECT_TIMEOUT_MS)
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ type: 'init', sender_id: this.#options.userId } satisfies ClientFrame)),
    )
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket) this.#handleFrame(JSON.parse(String(data)) as ServerFrame)
    })
    socket.addEventListener('close', ({ code }) => {
      if (socket === this.#socket) this.#handleClose(code)
    })
  }

  #handleFrame(frame: ServerFrame): void {
    if (!('type' in frame) || frame.type !== 'ready') return this.#options.onFrame(frame)
    clearTimeout(this.#connectTimer)
    this.#isReady = true
    this.#options.onStateChange('ready')
  }

  #handleClose(code: number): void {
    // The spec has closes logged. It is not an error, because the socket reconnects.
    console.info(`The live connection was closed (${code})`)
    this.#closeSocket()
    if (code === CLOSE_CODES.notSignedIn || code === CLOSE_CODES.foreignOrigin) {
      this.#isClosed = true
      this.#options.onStateChange('refused')
    } else {
      this.#options.onStateChange('lost')
      this.#connectAfter(
        code === CLOSE_CODES.maintenance || code === CLOSE_CODES.policy ? SLOW_RETRY_DELAY_MS : this.#getNextDelay(),
      )
    }
    this.#options.onClose(code)
  }

  #closeSocket(): void {
    clearTimeout(this.#connectTimer)
    const socket = this.#socket
    this.#socket = null
    this.#isReady = false
    socket?.close()
  }

  /** 1, 2, 4 … 30 s, with jitter so that not all tabs reconnect at once after an outage. */
  #getNextDelay(): number {
    const delay = Math.min(MIN_RETRY_DELAY_MS * 2 ** this.#attempts, MAX_RETRY_DELAY_MS)
    this.#attempts++
    return delay * (0.75 + Math.random() / 4)
  }

  #connectAfter(delay: number): void {
    clearTimeout(this.#connectTimer)
    this.#connectTimer = setTimeout(() => this.#connect(), delay)
  }

  #connectNow(): void {
    if (this.#isClosed || this.#socket) return
    clearTimeout(this.#connectTimer)
    this.#connect()
  }

  #handleVisibilityChange(): void {
    clearTimeout(this.#hiddenTimer)
    if (isVisible()) this.#connectNow()
    else this.#hiddenTimer = setTimeout(() => this.#suspend(), HIDDEN_TIMEOUT_MS)
  }

  #suspend(): void {
    if (this.#isClosed) return
    this.#closeSocket()
    this.#options.onStateChange('connecting')
  }
}

const isVisible = () => document.visibilityState === 'visible'
