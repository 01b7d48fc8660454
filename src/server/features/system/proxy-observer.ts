import type { FastifyRequest } from 'fastify'

export interface ProxySeen {
  requests: number
  /** With X-Forwarded-For. */
  forwarded: number
  /** Of the last forwarded request: `http` or `https`. Undefined when its proxy did not say. */
  protocol: string | undefined
}

/** What a server has seen of its proxy since it started. */
export class ProxyObserver implements ProxySeen {
  requests = 0
  forwarded = 0
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
