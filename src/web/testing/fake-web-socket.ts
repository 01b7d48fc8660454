import { act } from '@testing-library/react'
import type { ClientFrame } from '#contract/socket.ts'
import type { ServerFrame } from '#contract/socket.ts'

/** The server's end of the sockets that a test's page opens: frames typed by the contract. */
export class FakeWebSocket extends EventTarget {
  /** All that were opened, the latest last. */
  static opened: FakeWebSocket[] = []
  readonly sent: ClientFrame[] = []
  isClosed = false

  constructor() {
    super()
    FakeWebSocket.opened.push(this)
  }

  /** The latest one that the page opened. */
  static get latest(): FakeWebSocket {
    const socket = FakeWebSocket.opened.at(-1)
    if (!socket) throw new Error('The page opened no socket')
    return socket
  }

  /** From here on there is no socket, as at a test's beginning. */
  static install(): void {
    FakeWebSocket.opened = []
    globalThis.WebSocket = FakeWebSocket as never
  }

  /** Lets the page in: opened, `init` taken, `ready` answered, and what the page does then. */
  async accept(): Promise<void> {
    await act(async () => {
      this.dispatchEvent(new Event('open'))
    })
    await this.emitFrame({ type: 'ready' })
  }

  async emitFrame(frame: ServerFrame): Promise<void> {
    await act(async () => {
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
      // What the page is told goes round the cache's own queue.
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

  /** The frames of one kind that the page sent. */
  getSent<Type extends ClientFrame['type']>(type: Type): Extract<ClientFrame, { type: Type }>[] {
    return this.sent.filter((frame): frame is Extract<ClientFrame, { type: Type }> => frame.type === type)
  }

  // What the page does.

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.isClosed = true
  }
}
