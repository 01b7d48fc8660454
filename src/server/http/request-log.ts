import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { CALLS } from '#contract/calls.ts'
import { API_BASE } from '#contract/paths.ts'
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

/** For routes that are no calls. Calls and pages do it themselves, when they are not answered from the cache. */
export function registerRequestIds(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { url, handler } = route
    if (!url.startsWith(`${API_BASE}/`) || Object.hasOwn(CALLS, url.slice(API_BASE.length + 1))) return
    route.handler = function (request, reply) {
      return withRequestId(request.id, () => handler.call(this, request, reply))
    }
  })
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
