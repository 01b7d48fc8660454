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

/** One browser tab of one user. It keeps what it receives, and connects again when told to. */
export class ChatTab {
  readonly user: SignedIn
  readonly received: Received[] = []
  closeCode: number | undefined
  readonly #url: string
  #socket: WebSocket | undefined

  constructor(url: string, user: SignedIn) {
    this.#url = url
    this.user = user
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
        if (!('type' in frame))
          this.received.push({ ...frame, delayMs: performance.now() - Number(frame.msg.split(' ')[0]) })
        else if (frame.type === 'ready') resolve()
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

  /** The text is the time and a name. */
  sendMessage(to: number, name: string): boolean {
    const msg = `${performance.now()} ${name}`
    return this.send({ type: 'chat', sender_id: this.user.id, receiver_id: to, msg, client_id: name })
  }

  /** Stops reading, as a phone without reception. */
  freeze(): void {
    ;(this.#socket as unknown as { _socket: Socket })._socket.pause()
  }

  /** Without a close frame. */
  cut(): void {
    this.#socket?.terminate()
  }

  async waitForClose(): Promise<void> {
    if (this.closeCode === undefined && this.#socket) await once(this.#socket, 'close')
  }
}
