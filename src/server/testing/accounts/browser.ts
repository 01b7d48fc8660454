import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type CallName, getCall } from '#contract/calls.ts'
import type { ProofChallenge } from '#contract/schemas/accounts/session.ts'
import { API_BASE } from '#contract/paths.ts'

export interface BrowserResponse {
  status: number
  code: string | undefined
  retryAfter: number
  challenge: ProofChallenge | undefined
  body: { msg?: unknown; data?: unknown; steps?: string[] }
}

/** A browser with its own address and cookies. The app must trust the proxy 127.0.0.1. */
export class Browser {
  readonly #app: FastifyInstance
  readonly #ip: string
  readonly #cookies = new Map<string, string>()
  readonly #userAgent: string

  constructor(app: FastifyInstance, ip: string, userAgent = '') {
    this.#app = app
    this.#ip = ip
    this.#userAgent = userAgent
  }

  getCookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  async send(name: CallName, payload: object): Promise<BrowserResponse> {
    const { method } = getCall(name)
    const response = await this.#app.inject({
      method,
      url: `${API_BASE}/${name}`,
      headers: {
        'x-forwarded-for': this.#ip,
        'user-agent': this.#userAgent,
        cookie: [...this.#cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      },
      ...(method !== 'GET' && { payload }),
    })
    for (const { name: key, value } of response.cookies) this.#cookies.set(key, value)
    const body = response.json()
    const { code, challenge } = body
    return { status: response.statusCode, code, challenge, body, retryAfter: Number(response.headers['retry-after']) }
  }

  login(email: string, password: string, proof?: string): Promise<BrowserResponse> {
    return this.send('login', { email, password, ...(proof !== undefined && { proof }) })
  }

  /** Like a person: with the proof of work when it is asked for. */
  async logInWithProof(email: string, password: string): Promise<BrowserResponse> {
    const answer = await this.login(email, password)
    return answer.challenge ? this.login(email, password, solve(answer.challenge)) : answer
  }
}

export function solve({ seed, bits }: ProofChallenge): string {
  for (let nonce = 0; ; nonce++) {
    const proof = `${seed}:${nonce}`
    if (Math.clz32(Number.parseInt(hash('sha256', proof, 'hex').slice(0, 8), 16)) >= bits) return proof
  }
}
