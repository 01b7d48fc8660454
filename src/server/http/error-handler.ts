import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { getResponseKey, type CallName, CALLS } from '#contract/calls.ts'
import { API_BASE } from '#contract/paths.ts'
import { isDatabaseUnavailable, isOutOfResources, isStatementTimeout } from '#server/platform/db/database-errors.ts'
import { reportError } from '#server/platform/log/report-error.ts'
import { getRouteName } from './route-name.ts'
import { paceRefusal } from './refusal-pace.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Of every response, unless its route has others. */
    securityHeaders: Record<string, string>
    /** Answers with a page; missing where only the API is served. */
    sendErrorPage?: (request: FastifyRequest, reply: FastifyReply, error: AppError) => FastifyReply
  }
}

/**
 * Answers every error, Fastify's own included, in the contract's envelope. A browser that opens a file's address, an
 * export for instance, while the server cannot answer is shown a page.
 */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => sendError(request, dropFileHeaders(reply), new AppError('page_not_found')))
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    // Tells the client of a range beyond the end how long the file is.
    const contentRange = (error as { headers?: Record<string, string> }).headers?.['Content-Range']
    if (error.statusCode === 416 && contentRange) reply.header('content-range', contentRange)
    dropFileHeaders(reply)
    const appError = toAppError(error)
    await paceRefusal(request, appError)
    const { sendErrorPage } = request.server
    if (sendErrorPage && appError.status >= 500 && isNavigation(request)) return sendErrorPage(request, reply, appError)
    return sendError(request, reply, appError)
  })
}

/** Those of a file that could not be sent. A page of this site may have framed it, and then shows the error there. */
function dropFileHeaders(reply: FastifyReply): FastifyReply {
  const policy = reply.server.securityHeaders['content-security-policy'] ?? ''
  reply.removeHeader('content-disposition')
  return reply.getHeader('content-security-policy') === policy
    ? reply
    : reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
}

const isNavigation = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate'

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  logError(request, error)
  const text = error.code === 'internal' ? `${error.message} (request ${request.id})` : error.message
  return setErrorHeaders(reply, error)
    .type('application/json; charset=utf-8')
    .send(toErrorBody(error, getTextField(request), text))
}

export function setErrorHeaders(reply: FastifyReply, { status, retryAfter }: AppError): FastifyReply {
  const seconds = retryAfter ?? (status === 503 ? DEFAULT_RETRY_AFTER_S : undefined)
  if (seconds !== undefined) reply.header('retry-after', String(seconds))
  // Overrides the route's own header: errors must not be cached.
  return reply.code(status).header('cache-control', 'no-store')
}

/** Whether it belongs on the System page. A database that is away has a check of its own. */
export const isUnexpected = ({ code, cause }: AppError): boolean =>
  code === 'internal' || (code === 'not_ready' && isOutOfResources(cause))

/** Refusals come by the thousand in maintenance and under load, so they have no stack. */
export function logError(request: FastifyRequest, error: AppError): void {
  const { log } = request
  if (isUnexpected(error)) reportError(error.cause ?? error, getRouteName(request), request.id)
  if (error.code === 'busy') log.warn({ code: error.code, err: error.cause }, 'refused')
  else if (error.status >= 500 && error.code !== 'maintenance') log.error({ err: error.cause ?? error }, error.code)
  else log.debug({ code: error.code, err: error.cause }, 'refused')
}

const toErrorBody = ({ code, fields }: AppError, field: 'msg' | 'data', text: string) =>
  JSON.stringify({ status: false, code, [field]: text, ...fields })

/** `/login` and `/signup` answer under `data`. */
function getTextField(request: FastifyRequest): 'msg' | 'data' {
  const path = request.routeOptions?.url ?? request.url.split('?', 1)[0] ?? ''
  const name = path.slice(API_BASE.length + 1)
  return Object.hasOwn(CALLS, name) ? getResponseKey(name as CallName) : 'msg'
}

const CODE_BY_SOCKET_ERROR: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'too_large',
  // A slow upload can resume, so it is not the client's error.
  ERR_HTTP_REQUEST_TIMEOUT: 'busy',
}

/** Answers malformed HTTP, for which there is no request object. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  // An answer that has begun would have this one in its body. Node's own handler looks at the same field.
  const { _httpMessage: current } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null }
  if (current?.headersSent) {
    socket.destroy()
    return
  }
  endWithError(socket, new AppError(CODE_BY_SOCKET_ERROR[error.code ?? ''] ?? 'invalid_input'))
}

/** Answers on a connection that has no reply, and ends it. */
export function endWithError(socket: Duplex, appError: AppError): void {
  const body = toErrorBody(appError, 'msg', appError.message)
  const head = [
    `HTTP/1.1 ${appError.status} ${STATUS_CODES[appError.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** For a 503 without its own Retry-After. */
const DEFAULT_RETRY_AFTER_S = 2

const CODE_BY_STATUS: Record<number, ErrorCode> = {
  400: 'invalid_input',
  404: 'page_not_found',
  408: 'busy',
  413: 'too_large',
  414: 'page_not_found',
  415: 'unsupported_body',
  416: 'no_such_part',
  431: 'too_large',
  503: 'not_ready',
}

export function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) return new AppError('not_ready', { cause: error, retryAfter: 2 })
  if (isOutOfResources(error)) return new AppError('not_ready', { cause: error, retryAfter: 2 })
  if (isStatementTimeout(error)) return new AppError('busy', { cause: error, retryAfter: 2 })
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (error instanceof SyntaxError && status === 400) return new AppError('invalid_json', { cause: error })
  const code = status === undefined ? undefined : CODE_BY_STATUS[status]
  return new AppError(code ?? (status !== undefined && status < 500 ? 'invalid_input' : 'internal'), { cause: error })
}
