import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'

/** Browsers send at least one of these headers, so another site cannot forge a request that has neither. */
export function rejectCrossSite(request: FastifyRequest, isOwnOrigin: (origin: string) => boolean): void {
  const { origin } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin)) throw new AppError('cross_site')
  if (isForeignSite(request.headers)) throw new AppError('cross_site')
}

/** Another port of the same site is foreign too. */
export function isForeignSite({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return site === 'cross-site' || site === 'same-site'
}

/** On localhost any of its names counts as the public URL. */
export function createOriginCheck(publicUrl: string): (origin: string) => boolean {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  const ownOriginSet = new Set([origin])
  if (hostname === 'localhost') {
    for (const name of ['127.0.0.1', '[::1]']) ownOriginSet.add(`${protocol}//${name}${port && `:${port}`}`)
  }
  return (candidate) => ownOriginSet.has(candidate)
}
