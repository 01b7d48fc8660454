import type { ClientFrame, ServerFrame } from '#contract/schemas/chat.ts'
import { CLOSE, SOCKET_PATH } from './close-codes.ts'

/** `refused` does not come back by itself. */
export type LineState = 'connecting' | 'ready' | 'lost' | 'refused'

interface LineParts {
  userId: number
  onState(state: LineState): void
  onFrame(frame: Exclude<ServerFrame, { type: 'ready' }>): void
  /** The server let go of it for a reason that may concern the whole page. */
  onClosed(code: number): void
}

/** A new line that is not ready by then is given up. */
const PATIENCE_MS = 10_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** Maintenance, and too many tabs: what only time mends. */
const CALM_PAUSE_MS = 10_000
/** A tab that nobody sees gives its line back: the server grants a person only a few. */
const HIDDEN_MS = 60_000

/** One socket that comes back by itself, with growing pauses. What was missed meanwhile is its owner's to fetch. */
export class Line {
  #socket: WebSocket | null = null
  #isReady = false
  #isOver = false
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #resting: ReturnType<typeof setTimeout> | undefined
  readonly #parts: LineParts
  readonly #listening = new AbortController()

  constructor(parts: LineParts) {
    this.#parts = parts
    const { signal } = this.#listening
    window.addEventListener('online', () => this.#hurry(), { signal })
    window.addEventListener('offline', () => this.renew(), { signal })
    document.addEventListener('visibilitychange', () => this.#heedVisibility(), { signal })
    this.#connect()
  }

  /** False when there is no line: the frame went nowhere. */
  send(frame: ClientFrame): boolean {
    if (!this.#isReady) return false
    this.#socket?.send(JSON.stringify(frame))
    return true
  }

  /** All is well again: the next pause is a short one. */
  settle(): void {
    this.#tries = 0
  }

  /** Gives up a line that seems dead, or that could not be put to use, and takes a new one after a pause. */
  renew(): void {
    if (!this.#socket) return
    this.#drop()
    this.#parts.onState('lost')
    this.#connectAfter(this.#nextPause())
  }

  end(): void {
    this.#isOver = true
    this.#listening.abort()
    clearTimeout(this.#resting)
    this.#drop()
  }

  #connect(): void {
    const { protocol, host } = window.location
    const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${SOCKET_PATH}`)
    this.#socket = socket
    this.#timer = setTimeout(() => this.renew(), PATIENCE_MS)
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ type: 'init', sender_id: this.#parts.userId } satisfies ClientFrame)),
    )
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(data)) as ServerFrame)
    })
    socket.addEventListener('close', ({ code }) => {
      if (socket === this.#socket) this.#heedClosing(code)
    })
  }

  #hear(frame: ServerFrame): void {
    if (!('type' in frame) || frame.type !== 'ready') return this.#parts.onFrame(frame)
    clearTimeout(this.#timer)
    this.#isReady = true
    this.#parts.onState('ready')
  }

  #heedClosing(code: number): void {
    // A closing socket is only logged, as the spec has it, and no error: it comes back.
    console.info(`The live connection was closed (${code})`)
    this.#drop()
    if (code === CLOSE.notSignedIn || code === CLOSE.foreignOrigin) {
      this.#isOver = true
      this.#parts.onState('refused')
    } else {
      this.#parts.onState('lost')
      this.#connectAfter(code === CLOSE.maintenance || code === CLOSE.policy ? CALM_PAUSE_MS : this.#nextPause())
    }
    this.#parts.onClosed(code)
  }

  #drop(): void {
    clearTimeout(this.#timer)
    const socket = this.#socket
    this.#socket = null
    this.#isReady = false
    socket?.close()
  }

  /** 1, 2, 4 … 30 s, each a little different from tab to tab: after an outage they must not all come at once. */
  #nextPause(): number {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** this.#tries, LONGEST_PAUSE_MS)
    this.#tries++
    return pause * (0.75 + Math.random() / 4)
  }

  #connectAfter(pause: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#connect(), pause)
  }

  #hurry(): void {
    if (this.#isOver || this.#socket) return
    clearTimeout(this.#timer)
    this.#connect()
  }

  #heedVisibility(): void {
    clearTimeout(this.#resting)
    if (document.visibilityState === 'visible') this.#hurry()
    else this.#resting = setTimeout(() => this.#rest(), HIDDEN_MS)
  }

  #rest(): void {
    if (this.#isOver) return
    this.#drop()
    this.#parts.onState('connecting')
  }
}
