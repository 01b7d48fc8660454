import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'

/**
 * Refuses what another site made a browser send (security.md, G5). Neither header present means no browser sent
 * it, and then no cookie came along unasked.
 */
export function rejectCrossSite(request: FastifyRequest, isOwnOrigin: (origin: string) => boolean): void {
  const { origin } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin)) throw new AppError('cross_site')
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') throw new AppError('cross_site')
}

/** Our public address; on this machine by any of its names. */
export function createOriginCheck(publicUrl: string): (origin: string) => boolean {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  const ownOriginSet = new Set([origin])
  if (hostname === 'localhost') {
    for (const name of ['127.0.0.1', '[::1]']) ownOriginSet.add(`${protocol}//${name}${port && `:${port}`}`)
  }
  return (candidate) => ownOriginSet.has(candidate)
}
