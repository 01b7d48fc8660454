import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { WebSocket } from 'ws'
import type { ChatFrame, ServerFrame } from '#contract/socket.ts'

export async function startListening(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The app has no port')
  return `ws://127.0.0.1:${address.port}`
}

export const isChat = (frame: ServerFrame): frame is ChatFrame => 'msg_id' in frame && !('type' in frame)

/** A real WebSocket client that records the frames it receives. */
export class SocketClient {
  readonly frames: ServerFrame[] = []
  readonly socket: WebSocket
  closeCode: number | undefined
  readonly #changed = new EventTarget()

  constructor(url: string, headers: Record<string, string>) {
    this.socket = new WebSocket(`${url}/ws`, { headers, perMessageDeflate: false })
    this.socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)) as ServerFrame)
      this.#changed.dispatchEvent(new Event('change'))
    })
    this.socket.on('close', (code) => {
      this.closeCode = code
      this.#changed.dispatchEvent(new Event('change'))
    })
    this.socket.on('error', () => {})
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame))
  }

  get chat(): ChatFrame[] {
    return this.frames.filter(isChat)
  }

  errors(): string[] {
    return this.frames.flatMap((frame) => ('type' in frame && frame.type === 'error' ? [frame.msg] : []))
  }

  async waitUntil(condition: (client: this) => boolean, withinMs = 5_000): Promise<void> {
    const signal = AbortSignal.timeout(withinMs)
    while (!condition(this)) {
      await Promise.race([once(this.#changed, 'change', { signal }), new Promise((resolve) => setTimeout(resolve, 50))])
      if (signal.aborted)
        throw new Error(`Timed out. Frames: ${JSON.stringify(this.frames)}, close code: ${this.closeCode}`)
    }
  }

  async close(): Promise<void> {
    this.socket.close()
    await this.waitUntil(({ closeCode }) => closeCode !== undefined)
  }
}

const ORIGIN = 'http://localhost:3000'

/** Resolves after `init`. */
export const connectChat = async (app: FastifyInstance, user: SocketUser): Promise<SocketClient> =>
  openChat(await startListening(app), user, ORIGIN)

interface SocketUser {
  id: number
  cookie: string
}

/** @param url with the protocol ws */
export async function openChat(url: string, user: SocketUser, origin: string): Promise<SocketClient> {
  const client = new SocketClient(url, { cookie: user.cookie, origin })
  await once(client.socket, 'open')
  client.send({ type: 'init', sender_id: user.id })
  await client.waitUntil(({ frames }) => frames.some((frame) => 'type' in frame && frame.type === 'ready'))
  return client
}
