import { act } from '@testing-library/react'
import type { ClientFrame, ServerFrame } from '#contract/schemas/chat.ts'

/** The server's end of the sockets that a test's page opens: frames typed by the contract. */
export class FakeSocket extends EventTarget {
  /** All that were opened, the latest last. */
  static opened: FakeSocket[] = []
  readonly sent: ClientFrame[] = []
  isClosed = false

  constructor() {
    super()
    FakeSocket.opened.push(this)
  }

  /** The latest one that the page opened. */
  static get latest(): FakeSocket {
    const socket = FakeSocket.opened.at(-1)
    if (!socket) throw new Error('The page opened no socket')
    return socket
  }

  /** From here on there is no socket, as at a test's beginning. */
  static install(): void {
    FakeSocket.opened = []
    globalThis.WebSocket = FakeSocket as never
  }

  /** Lets the page in: opened, `init` taken, `ready` answered, and what the page does then. */
  async accept(): Promise<void> {
    await act(async () => {
      this.dispatchEvent(new Event('open'))
    })
    await this.say({ type: 'ready' })
  }

  async say(frame: ServerFrame): Promise<void> {
    await act(async () => {
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
      // What the page is told goes round the cache's own queue.
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
  }

  async cut(code = 1006): Promise<void> {
    await act(async () => {
      this.isClosed = true
      this.dispatchEvent(new CloseEvent('close', { code }))
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
  }

  /** The frames of one kind that the page sent. */
  sentOf<Type extends ClientFrame['type']>(type: Type): Extract<ClientFrame, { type: Type }>[] {
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
