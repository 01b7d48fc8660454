import type { FastifyRequest } from 'fastify'

/** What a server has seen of its proxy since it started. */
export class ProxyObserver {
  requests = 0
  forwarded = 0
  /** Of the last forwarded request: `http` or `https`. */
  protocol: string | undefined

  readonly #onFirstForwarded: () => void
  #hasForwarded = false

  constructor(onFirstForwarded = () => {}) {
    this.#onFirstForwarded = onFirstForwarded
  }

  observe({ headers }: Pick<FastifyRequest, 'headers'>): void {
    this.requests++
    const isForwarded = headers['x-forwarded-for'] !== undefined
    if (!isForwarded && headers.forwarded === undefined) return
    if (!this.#hasForwarded) this.#onFirstForwarded()
    this.#hasForwarded = true
    if (!isForwarded) return
    this.forwarded++
    const protocol = headers['x-forwarded-proto']
    this.protocol = (Array.isArray(protocol) ? protocol[0] : protocol)?.split(',', 1)[0]?.trim()
  }
}
