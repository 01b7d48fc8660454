import type { User } from '#contract/schemas/users.ts'
import type { Session } from '#server/http/session-store.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

/** The user is the session's; nothing in a body changes it. */
export interface Caller {
  user: User | null
  /** An admin who views the site as a student: then the user's role is student. */
  viewsAsStudent: boolean
  /** Only setting up a second factor is allowed. */
  needsSecondFactor: boolean
  /** Most writes are refused. */
  needsEmailProof: boolean
  ip: string
}

export const toCaller = (session: Session | null, ip: string): Caller => ({
  user: session?.user ?? null,
  viewsAsStudent: session?.viewsAsStudent ?? false,
  needsSecondFactor: session?.needsSecondFactor ?? false,
  needsEmailProof: session?.needsEmailProof ?? false,
  ip,
})

/** Throws `too_often` when the caller is over the limit of reads or writes. */
export const countRequest = (throttles: Throttles, kind: 'read' | 'write', { user, ip }: Caller): Promise<void> =>
  throttles[kind]({ userId: user?.student_id ?? null, ip })
