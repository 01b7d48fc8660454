import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LIMITS } from '#contract/limits.ts'
import { API_BASE } from '#contract/paths.ts'
import { CALL_NAMES, type CallName, getCall } from '#contract/calls.ts'
import type { ApiPipeline, ApiResult } from './api-pipeline.ts'
import { type Caller, countRequest, toCaller } from './caller.ts'
import { createNotMultipartError, readPicture } from '#server/platform/storage/read-picture.ts'
import type { SessionCookie } from '#server/http/cookies/session-cookie.ts'
import { rejectCrossSite } from '#server/http/same-site.ts'
import { sendBody } from '#server/http/encoded-body.ts'
import type { Session } from '#server/http/sessions/session.ts'
import type { ReadSession } from './read-session.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

interface ApiRouteDeps {
  pipeline: ApiPipeline
  cookie: SessionCookie
  throttles: Throttles
  isOwnOrigin: (origin: string) => boolean
  readSession: ReadSession
}

/** One route per call: `{API_BASE}/{name}`. */
export async function registerApiRoutes(app: FastifyInstance, deps: ApiRouteDeps): Promise<void> {
  await app.register(async (scope) => {
    for (const name of CALL_NAMES) if (!getCall(name).isMultipart) registerCall(scope, name, deps)
  })
  await app.register(async (scope) => {
    // Multipart only, and only here.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(createNotMultipartError()))
    await scope.register(fastifyMultipart, {
      limits: { fileSize: LIMITS.uploadBytes, files: 1, fields: 4, parts: 6, fieldSize: 100, headerPairs: 20 },
    })
    for (const name of CALL_NAMES) if (getCall(name).isMultipart) registerCall(scope, name, deps)
  })
}

function registerCall(
  app: FastifyInstance,
  name: CallName,
  { pipeline, cookie, throttles, isOwnOrigin, readSession }: ApiRouteDeps,
): void {
  const { method, invalidates, isMultipart, isPolled, isSessionless, hasLargeBody } = getCall(name)
  const handleRequest = (request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined => {
    reply.header('cache-control', 'no-store')
    if (method !== 'GET' || invalidates) rejectCrossSite(request, isOwnOrigin)
    const session = isSessionless ? null : readSession(request, reply)
    // What is polled and in memory is answered at once: promises are most of the time of such an answer.
    if (!isPolled || session instanceof Promise) return respondLater(session, request, reply)
    return respond(toCaller(session, request.ip, request), session, request, reply)
  }
  const respondLater = async (
    found: Session | null | Promise<Session | null>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const session = await found
    const caller = toCaller(session, request.ip, request)
    if (!isPolled) await countRequest(throttles, invalidates ? 'write' : 'read', caller)
    await respond(caller, session, request, reply)
  }
  const respond = (caller: Caller, session: Session | null, request: FastifyRequest, reply: FastifyReply) => {
    // The picture is read only once the caller is admitted.
    const body = isMultipart ? () => readPicture(request) : request.body
    const result = pipeline.call(name, body, caller, cookie.createControl(request, reply, session))
    const send = ({ bytes }: ApiResult) => sendBody(request, reply, 'application/json; charset=utf-8', bytes)
    return result instanceof Promise ? result.then(send) : send(result)
  }
  app.route({
    method,
    url: `${API_BASE}/${name}`,
    exposeHeadRoute: false,
    ...(hasLargeBody && { bodyLimit: LIMITS.formBytes }),
    handler: handleRequest,
  })
}
