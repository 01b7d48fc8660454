import cluster from 'node:cluster'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Env } from './env.ts'
import { toTrustProxy } from './http/client-address.ts'
import { createClosingResponse } from './http/closing-response.ts'
import { isDraining } from './http/draining.ts'
import { handleClientError, registerErrorHandler, sendError, toAppError } from './http/error-handler.ts'
import { keepNewConnections } from './http/new-connections.ts'
import { createRequestIds, registerRequestIds, REQUEST_ID_HEADER } from './http/request-log.ts'
import { getSecurityHeaders } from './http/security-headers.ts'
import { isWebSocketRequest } from './http/web-socket-request.ts'
import { disconnectSlowClients } from './http/slow-clients.ts'
import { createLogMixin, REQUEST_ID_FIELD } from './platform/log/log-mixin.ts'
import { serializeError, serializeRequest, serializeUpload } from './platform/log/log-serializers.ts'
import { ConnectionShare } from './processes/connection-share.ts'

/** For a whole request, uploads included. JSON bodies have less (api-routes.ts). */
const REQUEST_TIMEOUT_MS = 60_000
export const BODY_LIMIT_BYTES = 256 * 1024

const refuseSchema = () => {
  throw new Error('A route has no JSON schema: the pipeline checks what is sent (src/server/pipeline)')
}

/** Fastify with what is the same for every route: limits, log, headers and answers to errors. */
export function createFastify(env: Env, logStream: { write(line: string): void } | undefined): FastifyInstance {
  const headers = getSecurityHeaders(env.publicUrl)
  const connectionShare = new ConnectionShare()
  const app: FastifyInstance = Fastify({
    logger: {
      level: env.logLevel,
      mixin: createLogMixin,
      serializers: { req: serializeRequest, err: serializeError, busboyOptions: serializeUpload },
      ...(logStream && { stream: logStream }),
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: REQUEST_ID_FIELD }),
    genReqId: createRequestIds(env.trustProxy),
    trustProxy: toTrustProxy(env.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    // Fastify's own defaults are no timeouts.
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    // By default Node looks for late headers every 30 seconds.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      // Node 22.21, 24.9 and later ask. Older ones hand every upgrade to the sockets' listener.
      ...{ shouldUpgradeCallback: isWebSocketRequest },
      ServerResponse: createClosingResponse(() => isDraining(app) || connectionShare.shouldClose()),
    },
    rewriteUrl: (request) => stripOrigin(request.url ?? '/'),
    // Fastify would load its own compilers at each start, and no route uses them.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // No hook runs for these, so the headers are set here.
    frameworkErrors: (error, request, reply) =>
      sendError(request, reply.headers({ ...headers, [REQUEST_ID_HEADER]: request.id }), toAppError(error)),
    clientErrorHandler: handleClientError,
    forceCloseConnections: 'idle',
    // Fastify's own answer has another shape; requests that arrive while the server closes are served.
    return503OnClosing: false,
  })
  app.decorate('securityHeaders', headers)
  registerErrorHandler(app)
  registerRequestIds(app)
  disconnectSlowClients(app.server)
  keepNewConnections(app.server)
  if (cluster.isWorker) connectionShare.watch(app.server)
  // Other sites can send text/plain without a preflight request.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header(REQUEST_ID_HEADER, request.id)
    done()
  })
  return app
}

/** A request to a proxy has a whole URL, and a server must take one too (RFC 9112, section 3.2.2). */
const stripOrigin = (url: string) => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
