import { act } from '@testing-library/react'
import type { ClientFrame } from '#contract/socket.ts'
import type { ServerFrame } from '#contract/socket.ts'

/** Replaces WebSocket. A test acts as the server, with frames typed by the contract. */
export class FakeWebSocket extends EventTarget {
  static opened: FakeWebSocket[] = []
  readonly sent: ClientFrame[] = []
  isClosed = false

  constructor() {
    super()
    FakeWebSocket.opened.push(this)
  }

  static get latest(): FakeWebSocket {
    const socket = FakeWebSocket.opened.at(-1)
    if (!socket) throw new Error('The page opened no socket')
    return socket
  }

  static install(): void {
    FakeWebSocket.opened = []
    globalThis.WebSocket = FakeWebSocket as never
  }

  /** Opens the socket and answers `init` with `ready`. */
  async accept(): Promise<void> {
    await act(async () => {
      this.dispatchEvent(new Event('open'))
    })
    await this.emitFrame({ type: 'ready' })
  }

  async emitFrame(frame: ServerFrame): Promise<void> {
    await act(async () => {
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
      // The query cache notifies its observers in a later task.
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
  }

  async disconnect(code = 1006): Promise<void> {
    await act(async () => {
      this.isClosed = true
      this.dispatchEvent(new CloseEvent('close', { code }))
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
  }

  getSent<Type extends ClientFrame['type']>(type: Type): Extract<ClientFrame, { type: Type }>[] {
    return this.sent.filter((frame): frame is Extract<ClientFrame, { type: Type }> => frame.type === type)
  }

  // The part of WebSocket that the page uses.

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.isClosed = true
  }
}
