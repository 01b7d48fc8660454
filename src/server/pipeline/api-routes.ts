import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/schemas/fields.ts'
import { API_BASE, type CallName, METHODS } from '#contract/methods.ts'
import type { Calls } from './api-pipeline.ts'
import { notMultipart, readPicture } from '#server/platform/storage/read-picture.ts'
import type { SessionCookie } from '#server/http/session-cookie.ts'
import { refuseCrossSite } from '#server/http/same-site.ts'
import { sendBytes } from '#server/http/encoded-body.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

/** Asked for all the time by every open page, and answered from memory: not counted as reads. */
const POLLED: readonly CallName[] = ['session', 'getMaintenace', 'getAnalystic']

/** Answers even while the database is away, so it must not look there for who asks: the answer is the same for all. */
const ASKS_NOT_WHO: readonly CallName[] = ['getMaintenace', 'getSignInMethods']

const JSON_WITHIN_MS = 15_000

interface Parts {
  calls: Calls
  cookie: SessionCookie
  throttles: Throttles
  isOwnOrigin: (origin: string) => boolean
}

/** Mounts the contract: one route a call, `{API_BASE}/{name}`. */
export async function mountApi(app: FastifyInstance, parts: Parts): Promise<void> {
  const names = Object.keys(METHODS) as CallName[]
  const takesPicture = (name: CallName) => (contract[name] as Endpoint).takesPicture
  await app.register(async (scope) => {
    limitReading(scope)
    for (const name of names) if (!takesPicture(name)) mountCall(scope, name, parts)
  })
  await app.register(async (scope) => {
    // No JSON here, and no multipart anywhere else.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(notMultipart()))
    await scope.register(fastifyMultipart, {
      limits: { fileSize: LIMITS.uploadBytes, files: 1, fields: 4, parts: 6, fieldSize: 100, headerPairs: 20 },
    })
    for (const name of names) if (takesPicture(name)) mountCall(scope, name, parts)
  })
}

function mountCall(app: FastifyInstance, name: CallName, { calls, cookie, throttles, isOwnOrigin }: Parts): void {
  const endpoint: Endpoint = contract[name]
  const method = METHODS[name]
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    if (method !== 'GET' || endpoint.changes) refuseCrossSite(request, isOwnOrigin)
    const session = ASKS_NOT_WHO.includes(name) ? null : await cookie.read(request, reply)
    const caller = { user: session?.user ?? null, viewsAsStudent: session?.viewsAsStudent ?? false, ip: request.ip }
    if (!POLLED.includes(name)) {
      const who = { userId: session?.user.student_id ?? null, ip: request.ip }
      await (endpoint.changes ? throttles.write(who) : throttles.read(who))
    }
    // A picture is taken in only once it is known that its sender may call this at all.
    const body = endpoint.takesPicture ? () => readPicture(request) : request.body
    const done = await calls.make(name, body, caller, cookie.control(request, reply, session))
    return sendBytes(request, reply, 'application/json; charset=utf-8', done.bytes)
  }
  app.route({
    method,
    url: `${API_BASE}/${name}`,
    exposeHeadRoute: false,
    ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
    handler: answer,
  })
}

/** A body that trickles in holds a connection: the server's own limit is meant for uploads. */
function limitReading(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const cutOff = () => request.raw.complete || request.raw.destroy()
    timers.set(request, setTimeout(cutOff, JSON_WITHIN_MS).unref())
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    clearTimeout(timers.get(request))
    done()
  })
}
