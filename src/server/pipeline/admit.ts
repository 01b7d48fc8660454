import type { Access } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/users.ts'
import type { Caller } from './caller.ts'

interface AdmissionPolicy {
  access: Access
  isAllowedInMaintenance?: true
}

interface SignedInPolicy extends AdmissionPolicy {
  access: Exclude<Access, 'anyone'>
}

/** Returns the caller's user, or throws `maintenance`, `not_signed_in` or `not_allowed`. */
export interface Admit {
  (caller: Pick<Caller, 'user'>, policy: SignedInPolicy): Promise<User>
  (caller: Pick<Caller, 'user'>, policy: AdmissionPolicy): Promise<User | null>
}

/** The one admission rule: for calls, exports, lesson files and the socket. */
export function createAdmission(isSiteRunning: () => boolean | Promise<boolean>): Admit {
  async function admit(caller: Pick<Caller, 'user'>, policy: SignedInPolicy): Promise<User>
  async function admit(caller: Pick<Caller, 'user'>, policy: AdmissionPolicy): Promise<User | null>
  async function admit({ user }: Pick<Caller, 'user'>, policy: AdmissionPolicy): Promise<User | null> {
    if (!policy.isAllowedInMaintenance && user?.role !== 'admin' && !(await isSiteRunning()))
      throw new AppError('maintenance', { retryAfter: 10 })
    if (policy.access === 'anyone') return user
    if (!user) throw new AppError('not_signed_in')
    if (policy.access !== 'user' && policy.access !== user.role) throw new AppError('not_allowed')
    return user
  }
  return admit
}
