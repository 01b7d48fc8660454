import type { Access, CacheTag } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Caller } from './caller.ts'

export interface AdmissionPolicy {
  access: Access
  isAllowedInMaintenance?: true
  isAllowedInStudentView?: true
  /** For admins who have to set up a second factor first. */
  isAllowedInSetup?: boolean
  /** For users who have to prove their email first. Reads are allowed. */
  isAllowedUnverified?: boolean
  /** Of a write; a read has none. */
  invalidates?: readonly CacheTag[] | undefined
}

interface SignedInPolicy extends AdmissionPolicy {
  access: Exclude<Access, 'anyone'>
}

type AdmissionCaller = Pick<Caller, 'user' | 'viewsAsStudent' | 'needsSecondFactor' | 'needsEmailProof'>

/**
 * Returns the caller's user, or throws `maintenance`, `not_signed_in`, `not_allowed`, `second_factor_required` or
 * `email_unverified`. At once where the site's state is in memory or does not matter.
 */
export interface Admit {
  (caller: AdmissionCaller, policy: SignedInPolicy): User | Promise<User>
  (caller: AdmissionCaller, policy: AdmissionPolicy): User | null | Promise<User | null>
}

const STUDENT_VIEW_TEXT = 'You are viewing the site as a student. Return to the admin view to make changes'

/** The one admission rule: for calls, exports, lesson files and the socket. */
export function createAdmission(isSiteRunning: () => boolean | Promise<boolean>): Admit {
  function admit(caller: AdmissionCaller, policy: SignedInPolicy): User | Promise<User>
  function admit(caller: AdmissionCaller, policy: AdmissionPolicy): User | null | Promise<User | null>
  function admit(caller: AdmissionCaller, policy: AdmissionPolicy): User | null | Promise<User | null> {
    const isOpen = policy.isAllowedInMaintenance || caller.user?.role === 'admin' || isSiteRunning()
    if (isOpen instanceof Promise) return isOpen.then((isRunning) => admitWhile(isRunning, caller, policy))
    return admitWhile(isOpen, caller, policy)
  }
  return admit
}

/** @param isOpen whether the site is, to this caller */
function admitWhile(isOpen: boolean, caller: AdmissionCaller, policy: AdmissionPolicy): User | null {
  const { user, viewsAsStudent } = caller
  if (!isOpen) throw new AppError('maintenance', { retryAfter: 10 })
  // What the view changed would be the admin's own data.
  if (viewsAsStudent && policy.invalidates && !policy.isAllowedInStudentView)
    throw new AppError('not_allowed', { text: STUDENT_VIEW_TEXT })
  // Also of what anyone may call: it shows more to an admin.
  if (caller.needsSecondFactor && !policy.isAllowedInSetup) throw new AppError('second_factor_required')
  if (policy.access === 'anyone') return user
  if (!user) throw new AppError('not_signed_in')
  if (policy.access !== 'user' && policy.access !== user.role) throw new AppError('not_allowed')
  if (caller.needsEmailProof && policy.invalidates && !policy.isAllowedUnverified)
    throw new AppError('email_unverified')
  return user
}
