import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { API_BASE, type CallName, METHODS } from '#contract/methods.ts'
import type { Calls } from './calls.ts'
import type { SessionCookie } from './session-cookie.ts'
import { refuseCrossSite } from './same-site.ts'
import { sendBytes } from './ready-bytes.ts'
import type { Throttles } from './throttles.ts'

/** Asked for all the time by every open page, and answered from memory: not counted as reads. */
const POLLED: readonly CallName[] = ['session', 'getMaintenace']

/** Answers even while the database is away, so it must not look there for who asks: the answer is the same for all. */
const ASKS_NOT_WHO: readonly CallName[] = ['getMaintenace']

interface Parts {
  calls: Calls
  cookie: SessionCookie
  throttles: Throttles
  isOwnOrigin: (origin: string) => boolean
}

/** Mounts the contract: one route a call, `{API_BASE}/{name}`. */
export function mountApi(app: FastifyInstance, { calls, cookie, throttles, isOwnOrigin }: Parts): void {
  for (const name of Object.keys(METHODS) as CallName[]) {
    const endpoint: Endpoint = contract[name]
    const method = METHODS[name]
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store')
      if (method !== 'GET' || endpoint.changes) refuseCrossSite(request, isOwnOrigin)
      const session = ASKS_NOT_WHO.includes(name) ? null : await cookie.read(request, reply)
      const caller = { user: session?.user ?? null, ip: request.ip }
      if (!POLLED.includes(name)) {
        const who = { userId: session?.user.student_id ?? null, ip: request.ip }
        await (endpoint.changes ? throttles.write(who) : throttles.read(who))
      }
      const done = await calls.make(name, request.body, caller, cookie.control(request, reply, session))
      return sendBytes(request, reply, 'application/json; charset=utf-8', done.bytes)
    }
    app.route({ method, url: `${API_BASE}/${name}`, exposeHeadRoute: false, handler: answer })
  }
}
