import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { answersUnder, API_BASE, type CallName, METHODS } from '#contract/methods.ts'
import { isDatabaseAway } from './db/connect.ts'

/** Answers every failure, the framework's own too, in the contract's envelope with fixed words. */
export function answerFailures(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, new AppError('page_not_found')))
  app.setErrorHandler((error: FastifyError, request, reply) => sendFailure(request, reply, toAppError(error)))
}

export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  if (error.status >= 500) request.log.error({ err: error.cause ?? error }, error.code)
  else request.log.debug({ code: error.code, err: error.cause }, 'refused')
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  const text = error.code === 'internal' ? `${error.message} (request ${request.id})` : error.message
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ status: false, code: error.code, [textField(request.url)]: text }))
}

/** `/login` and `/signup` answer under `data`. */
function textField(url: string): 'msg' | 'data' {
  const name = url.split('?', 1)[0]?.slice(API_BASE.length + 1) ?? ''
  return Object.hasOwn(METHODS, name) ? answersUnder(name as CallName) : 'msg'
}

const BY_STATUS: Record<number, ErrorCode> = {
  400: 'invalid_input',
  404: 'page_not_found',
  408: 'busy',
  413: 'too_large',
  414: 'page_not_found',
  415: 'unsupported_body',
  431: 'too_large',
  503: 'not_ready',
}

export function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error)) return new AppError('not_ready', { cause: error, retryAfter: 2 })
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (error instanceof SyntaxError && status === 400) return new AppError('invalid_json', { cause: error })
  const code = status === undefined ? undefined : BY_STATUS[status]
  return new AppError(code ?? (status !== undefined && status < 500 ? 'invalid_input' : 'internal'), { cause: error })
}
