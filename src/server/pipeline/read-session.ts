import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookie } from '#server/http/cookies/session-cookie.ts'
import type { Session } from '#server/http/sessions/session.ts'
import { withRequestId } from '#server/platform/log/request-id.ts'
import { toNetwork } from '#server/platform/throttle/network.ts'
import type { TrafficQueues } from './traffic.ts'

export type ReadSession = (request: FastifyRequest, reply: FastifyReply) => Session | null | Promise<Session | null>

/** A made-up cookie costs a query before it is known who asks, so look-ups take turns by network. */
export function createSessionReader(cookie: SessionCookie, { calls }: Pick<TrafficQueues, 'calls'>): ReadSession {
  return (request, reply) => {
    const token = cookie.readToken(request)
    if (token === undefined) return null
    const cached = cookie.findCached(token)
    if (cached) return cached
    const read = () => withRequestId(request.id, () => cookie.read(request, reply))
    return calls.run(`sessions ${toNetwork(request.ip)}`, read)
  }
}
