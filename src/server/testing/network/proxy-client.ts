import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { type ClientOptions, WebSocket } from 'ws'
import { EXAMPLE_HOST } from './proxies.ts'

export interface ProxyAnswer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: string
}

interface ProxyRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  localAddress?: string
}

const ORIGIN = `https://${EXAMPLE_HOST}`

/** A browser behind a TLS proxy on this machine: it keeps its connections and its cookies. */
export class ProxyClient {
  readonly #agent: Agent
  readonly #port: number
  readonly #ca: Buffer
  readonly #cookies = new Map<string, string>()

  constructor({ port, ca, cookie }: { port: number; ca: Buffer; cookie?: string }) {
    if (cookie) this.#keepCookie(cookie)
    this.#port = port
    this.#ca = ca
    this.#agent = new Agent({ keepAlive: true, maxSockets: 50 })
  }

  async send(path: string, { method = 'GET', headers, body, localAddress }: ProxyRequest = {}): Promise<ProxyAnswer> {
    const outgoing = request({
      host: '127.0.0.1',
      port: this.#port,
      path,
      method,
      ca: this.#ca,
      servername: EXAMPLE_HOST,
      agent: this.#agent,
      ...(localAddress && { localAddress }),
      headers: {
        host: EXAMPLE_HOST,
        cookie: this.#cookieHeader,
        ...(method !== 'GET' && { origin: ORIGIN, 'content-length': String(Buffer.byteLength(body ?? '')) }),
        ...headers,
      },
    })
    outgoing.end(body)
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of incoming) text += String(chunk)
    for (const cookie of incoming.headers['set-cookie'] ?? []) this.#keepCookie(cookie)
    return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }
  }

  /** Sends a call with a JSON body. */
  call(name: string, input: unknown, localAddress?: string): Promise<ProxyAnswer> {
    return this.send(`/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
      ...(localAddress && { localAddress }),
    })
  }

  openSocket(): WebSocket {
    const options: ClientOptions & { servername: string } = {
      ca: this.#ca,
      servername: EXAMPLE_HOST,
      perMessageDeflate: false,
      headers: { host: EXAMPLE_HOST, origin: ORIGIN, cookie: this.#cookieHeader },
    }
    return new WebSocket(`wss://127.0.0.1:${this.#port}/ws`, options)
  }

  close(): void {
    this.#agent.destroy()
  }

  get #cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keepCookie(cookie: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (name && value) this.#cookies.set(name, value)
  }
}
