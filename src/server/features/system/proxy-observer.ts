import type { FastifyRequest } from 'fastify'

/** What a server has seen of its proxy since it started. */
export class ProxyObserver {
  requests = 0
  forwarded = 0
  /** Of the last forwarded request: `http` or `https`. */
  protocol: string | undefined

  observe({ headers }: Pick<FastifyRequest, 'headers'>): void {
    this.requests++
    if (headers['x-forwarded-for'] === undefined) return
    this.forwarded++
    const protocol = headers['x-forwarded-proto']
    this.protocol = (Array.isArray(protocol) ? protocol[0] : protocol)?.split(',', 1)[0]?.trim()
  }
}
