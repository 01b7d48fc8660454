import type { FastifyInstance, FastifyRequest } from 'fastify'
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

export type LogRequests = 'off' | 'slow' | 'all'

/** One line for each request that failed or was slow, or for all of them. Runs handlers with the request's id. */
export function registerRequestLog(app: FastifyInstance, logRequests: LogRequests): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    done()
  })
  // The body has been read: what ran before it is not part of the handler's context.
  app.addHook('preValidation', (request, _reply, done) => withRequestId(request.id, done))
  if (logRequests === 'off') return
  app.addHook('onResponse', (request, reply, done) => {
    const ms = reply.elapsedTime
    if (reply.statusCode >= 500) request.log.warn(toFields(request, reply.statusCode, ms), 'request failed')
    else if (ms > SLOW_REQUEST_MS && !isFileRoute(getRouteName(request)))
      request.log.warn(toFields(request, reply.statusCode, ms), 'request was slow')
    else if (logRequests === 'all') request.log.info(toFields(request, reply.statusCode, ms), 'request')
    done()
  })
}

const toFields = (request: FastifyRequest, status: number, ms: number) => ({
  req: request,
  route: getRouteName(request),
  status,
  durationMs: Math.round(ms * 10) / 10,
})
