import type { FastifyRequest } from 'fastify'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Session } from '#server/http/sessions/session.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

type CallerRequest = Pick<FastifyRequest, 'id' | 'headers'>

/** Where a request came from, for the audit log. */
export interface RequestOrigin {
  ip: string
  userAgent: string
  requestId: string
}

/** The user is the session's; nothing in a body changes it. */
export interface Caller {
  from: RequestOrigin
  user: User | null
  /** An admin who views the site as a student: then the user's role is student. */
  viewsAsStudent: boolean
  /** Only setting up a second factor is allowed. */
  needsSecondFactor: boolean
  /** Most writes are refused. */
  needsEmailProof: boolean
  ip: string
}

/** @param request left out where nothing is written */
export const toCaller = (session: Session | null, ip: string, request?: CallerRequest): Caller => ({
  user: session?.user ?? null,
  viewsAsStudent: session?.viewsAsStudent ?? false,
  needsSecondFactor: session?.needsSecondFactor ?? false,
  needsEmailProof: session?.needsEmailProof ?? false,
  ip,
  from: { ip, userAgent: request?.headers['user-agent'] ?? '', requestId: request?.id ?? '' },
})

/** Throws `too_often` when the caller is over the limit of reads or writes. */
export const countRequest = (throttles: Throttles, kind: 'read' | 'write', { user, ip }: Caller): Promise<void> =>
  throttles[kind]({ userId: user?.student_id ?? null, ip })
