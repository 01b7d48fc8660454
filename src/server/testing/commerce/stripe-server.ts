import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { StripeBooks, StripeProblem } from './stripe-books.ts'

interface StoredAnswer {
  parameters: string
  status: number
  body: object
}

/** What the server does to the next requests instead of its work. */
export interface Trouble {
  status: number
  /** How many requests fail. */
  times: number
  /** Such as `POST /v1/refunds`; by default every call. */
  call?: string
  /** True when the work is done and only the answer is lost. */
  afterWork?: boolean
}

const WEBHOOK_SECRET = 'whsec_of_the_test_server'

/** Answers like Stripe's API for the calls that the product makes, and signs webhooks as Stripe does. */
export class StripeServer {
  readonly books = new StripeBooks()
  /** Such as `POST /v1/refunds`, oldest first. */
  readonly requests: string[] = []
  latencyMs = 0
  readonly #server: Server
  readonly #answers = new Map<string, StoredAnswer>()
  #trouble: Trouble = { status: 0, times: 0 }

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(): Promise<StripeServer> {
    const stripe = new StripeServer()
    stripe.#server.listen(0, '127.0.0.1')
    await once(stripe.#server, 'listening')
    return stripe
  }

  get settings() {
    const { port } = this.#server.address() as AddressInfo
    return {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_of_the_test_server',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    }
  }

  /** The next requests fail. */
  failNext(trouble: Trouble): void {
    this.#trouble = { ...trouble }
  }

  /** An event with its signature header (https://docs.stripe.com/webhooks#verify-manually). */
  sign(
    event: object,
    { secret = WEBHOOK_SECRET, ageS = 0 } = {},
  ): { payload: string; headers: Record<string, string> } {
    const payload = JSON.stringify(event)
    const time = Math.floor(Date.now() / 1_000) - ageS
    const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
    return {
      payload,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${time},v1=${signature}` },
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stripe')
    const body = await readBody(request)
    if (this.latencyMs > 0) await wait(this.latencyMs)
    this.requests.push(`${request.method} ${url.pathname}`)
    const { status, afterWork, times, call } = this.#trouble
    const isInTrouble = times > 0 && (call === undefined || call === this.requests.at(-1))
    if (isInTrouble) this.#trouble.times -= 1
    const answer = isInTrouble && !afterWork ? undefined : this.#work(request, url, body)
    if (isInTrouble || !answer) {
      const text = status === 429 ? 'Too many requests' : 'An error occurred'
      return send(response, status, { error: { type: 'api_error', message: text } })
    }
    send(response, answer.status, answer.body)
  }

  #work(request: IncomingMessage, url: URL, body: string): Omit<StoredAnswer, 'parameters'> {
    if (request.headers.authorization !== `Bearer ${this.settings.STRIPE_SECRET_KEY}`)
      return toErrorAnswer(new StripeProblem(401, 'invalid_request_error', 'Invalid API Key provided'))
    const key = request.headers['idempotency-key']
    const parameters = `${url.pathname} ${body}`
    const known = typeof key === 'string' && request.method === 'POST' ? this.#answers.get(key) : undefined
    if (known && known.parameters !== parameters)
      return toErrorAnswer(
        new StripeProblem(
          400,
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters',
        ),
      )
    if (known) return known
    const answer = this.#execute(request.method ?? 'GET', url, new URLSearchParams(body))
    // Stripe keeps an answer from the moment the work begins, its refusals of parameters excepted.
    if (typeof key === 'string' && answer.status < 400) this.#answers.set(key, { ...answer, parameters })
    return answer
  }

  #execute(method: string, url: URL, form: URLSearchParams): Omit<StoredAnswer, 'parameters'> {
    try {
      return {
        status: 200,
        body: this.books.call(`${method} ${url.pathname}`, method === 'GET' ? url.searchParams : form),
      }
    } catch (error) {
      if (error instanceof StripeProblem) return toErrorAnswer(error)
      throw error
    }
  }
}

const toErrorAnswer = ({ status, type, code, message }: StripeProblem) => ({
  status,
  body: { error: { type, code, message } },
})

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': `req_${randomBytes(8).toString('hex')}`,
  })
  response.end(JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
