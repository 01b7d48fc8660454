import { type AnyCallName, type Call, CALLS, type CallName, SOCKET_CALLS } from '#contract/calls.ts'
import type { AdmissionPolicy } from './admit.ts'

/** What an admin who must set up a second factor may call: signing in and out, and setting it up. */
const SETUP_CALLS: ReadonlySet<string> = new Set<CallName>([
  'session',
  'logout',
  'login',
  'confirmLogin',
  'startPasskeyLogin',
  'confirmPasskeyLogin',
  'getSignInMethods',
  'forgotPass',
  'verifyCode',
  'resetPass',
  'confirmEmail',
  'getMaintenace',
  'getAccount',
  'startTotp',
  'confirmTotp',
  'startPasskeySetup',
  'addPasskey',
])

/**
 * What a user may write before proving the email: one's own account, learning, and taking back what one wrote. Whatever
 * others see or pay for waits, and so does a second factor, which would outlast the proof (decision 0051).
 */
const UNVERIFIED_WRITES: ReadonlySet<string> = new Set<CallName>([
  'updateUser',
  'sendEmailConfirmation',
  'cancelEmailChange',
  'setChatMails',
  'changePassword',
  'endSession',
  'endOtherSessions',
  'deleteAccount',
  'setViewAsStudent',
  'removeTotp',
  'renewRecoveryCodes',
  'forgetTrustedBrowsers',
  'renamePasskey',
  'removePasskey',
  'markRead',
  'readNotifications',
  'enrollCourse',
  'joinPath',
  'completeCourse',
  'finishCourse',
  'saveLessonPosition',
  'startAttempt',
  'saveAnswer',
  'submitAttempt',
  'addNote',
  'updateNote',
  'deleteNote',
  'deleteComment',
  'deleteReview',
  'cancelOrder',
])

const POLICIES = new Map<string, AdmissionPolicy>(
  Object.entries<Pick<Call, 'access' | 'invalidates'>>({ ...CALLS, ...SOCKET_CALLS }).map(([name, call]) => [
    name,
    { ...call, isAllowedInSetup: SETUP_CALLS.has(name), isAllowedUnverified: UNVERIFIED_WRITES.has(name) },
  ]),
)

/** Whom a call admits. */
export function getPolicy(name: AnyCallName): AdmissionPolicy {
  const policy = POLICIES.get(name)
  if (!policy) throw new Error(`The call ${name} has no policy`)
  return policy
}
