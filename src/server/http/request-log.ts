import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { createRequestId, isRequestId, withRequestId } from '#server/platform/log/request-id.ts'
import { toTrustProxy, type TrustProxy } from './client-address.ts'
import { getRouteName, isFileRoute } from './route-name.ts'

const SLOW_REQUEST_MS = 1_000
export const REQUEST_ID_HEADER = 'x-request-id'

/** A proxy's id, so that its log and ours name the request alike. Anyone else's is replaced. */
export function createRequestIds(trustProxy: TrustProxy): (request: IncomingMessage) => string {
  const trust = toTrustProxy(trustProxy)
  const isTrusted = Array.isArray(trust) ? proxyAddr.compile(trust) : trust
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER]
    if (given === undefined || !isTrusted || !isRequestId(given)) return createRequestId()
    return isTrusted(socket.remoteAddress ?? '', 0) ? given : createRequestId()
  }
}

type LogRequests = 'off' | 'slow' | 'all'

/** Runs handlers with the request's id. Not before the body has been read, which would lose it. */
export function registerRequestIds(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => withRequestId(request.id, done))
}

/** One line for each request that failed or was slow, or for all of them. Called when the answer has been sent. */
export function createRequestLog(logRequests: LogRequests): (request: FastifyRequest, reply: FastifyReply) => void {
  if (logRequests === 'off') return () => {}
  return (request, { statusCode, elapsedTime }) => {
    if (statusCode >= 500) request.log.warn(toFields(request, statusCode, elapsedTime), 'request failed')
    else if (elapsedTime > SLOW_REQUEST_MS && !isFileRoute(getRouteName(request)))
      request.log.warn(toFields(request, statusCode, elapsedTime), 'request was slow')
    else if (logRequests === 'all') request.log.info(toFields(request, statusCode, elapsedTime), 'request')
  }
}

const toFields = (request: FastifyRequest, status: number, ms: number) => ({
  req: request,
  route: getRouteName(request),
  status,
  durationMs: Math.round(ms * 10) / 10,
})
