import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { rejectCrossSite } from '#server/http/same-site.ts'
import type { SessionCookie } from '#server/http/session-cookie.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

/** What a route beside the contract's asks before it lets an admin in. */
export interface AdminRouteDeps {
  cookie: SessionCookie
  throttles: Throttles
  isOwnOrigin: (origin: string) => boolean
  isSiteRunning: () => boolean | Promise<boolean>
}

/** Who asks, once it is certain that an admin does, from here and not too often. */
export async function requireAdmin(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookie, throttles, isOwnOrigin, isSiteRunning }: AdminRouteDeps,
  throttleKind: 'read' | 'write' = 'read',
): Promise<number> {
  rejectCrossSite(request, isOwnOrigin)
  const session = await cookie.read(request, reply)
  if (session?.user.role !== 'admin' && !(await isSiteRunning())) throw new AppError('maintenance', { retryAfter: 10 })
  if (!session) throw new AppError('not_signed_in')
  if (session.user.role !== 'admin') throw new AppError('not_allowed')
  await throttles[throttleKind]({ userId: session.user.student_id, ip: request.ip })
  return session.user.student_id
}
