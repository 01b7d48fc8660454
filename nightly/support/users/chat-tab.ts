import { once } from 'node:events'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import type { ChatFrame, ServerFrame } from '../../../src/contract/socket.ts'
import { SOCKET_PATH } from '../../../src/contract/paths.ts'

export interface SignedIn {
  id: number
  cookie: string
}

interface Received extends ChatFrame {
  /** Milliseconds from sending to receiving, if the message's text begins with the time it was sent. */
  delayMs: number
}

/** One browser tab of one user. It keeps what it receives unless told not to, and connects again when told to. */
export class ChatTab {
  readonly user: SignedIn
  readonly received: Received[] = []
  /** The reasons of messages that were refused. */
  readonly refusals: string[] = []
  closeCode: number | undefined
  readonly #url: string
  readonly #keepsReceived: boolean
  #socket: WebSocket | undefined

  constructor(url: string, user: SignedIn, { keepsReceived = true } = {}) {
    this.#url = url
    this.user = user
    this.#keepsReceived = keepsReceived
  }

  /** Resolves once messages arrive. */
  async open(): Promise<this> {
    const socket = new WebSocket(this.#url.replace('http', 'ws') + SOCKET_PATH, {
      headers: { cookie: this.user.cookie, origin: this.#url },
      perMessageDeflate: false,
    })
    this.#socket = socket
    this.closeCode = undefined
    socket.on('close', (code) => (this.closeCode = code))
    socket.on('error', () => {})
    const ready = new Promise<void>((resolve, reject) => {
      socket.once('close', (code) => reject(new Error(`The socket was closed with ${code}`)))
      socket.on('message', (data) => {
        const frame = JSON.parse(String(data)) as ServerFrame
        if ('type' in frame) {
          if (frame.type === 'ready') resolve()
          if (frame.type === 'error') this.refusals.push(frame.msg)
        } else if (this.#keepsReceived) {
          this.received.push({ ...frame, delayMs: performance.now() - Number(frame.msg.split(' ')[0]) })
        }
      })
    })
    socket.once('open', () => this.send({ type: 'init', sender_id: this.user.id }))
    await ready
    return this
  }

  /** False when there is no connection. */
  send(frame: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  /** The text is the time, a name and what else there is to say. */
  sendMessage(to: number, name: string, more = ''): boolean {
    const msg = `${performance.now()} ${name} ${more}`.trimEnd()
    return this.send({ type: 'chat', sender_id: this.user.id, receiver_id: to, msg, client_id: name })
  }

  /** Stops reading, as a phone without reception. */
  freeze(): void {
    this.#getConnection().pause()
  }

  /** Reads on, so that it learns whether it was cut. */
  thaw(): void {
    this.#getConnection().resume()
  }

  #getConnection(): Socket {
    return (this.#socket as unknown as { _socket: Socket })._socket
  }

  /** Without a close frame. */
  cut(): void {
    this.#socket?.terminate()
  }

  async waitForClose(): Promise<void> {
    if (this.closeCode === undefined && this.#socket) await once(this.#socket, 'close')
  }
}
