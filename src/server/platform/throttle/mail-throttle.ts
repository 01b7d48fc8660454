import { type CreateLimiter, consumePoint, DAY_S, hashEmail, hasPoint, HOUR_S } from './limiters.ts'
import { toNetwork } from './network.ts'

const TOO_MANY_MAILS = 'Too many emails. Try again later'

/**
 * Limits mail to people who may not have asked for it. Call it before the transaction that queues the mail: the
 * embedded database has one connection.
 */
export interface MailThrottle {
  /** False when this address, or this network's sign-ups together, have had enough of these mails. */
  canSendWelcome(request: { email: string; ip: string }): Promise<boolean>
  canSendGoodbye(email: string): Promise<boolean>
  canSendDeviceAlert(email: string): Promise<boolean>
  /** Throws when a user causes too many mails a day. */
  countUserMail(userId: number): Promise<void>
  /** False instead, for mail that says what the site says as well. */
  canSendUserMail(userId: number): Promise<boolean>
  /** Throws as well when the address has had enough confirmation mails. */
  countConfirmation(request: { userId: number; email: string }): Promise<void>
}

export function createMailThrottle(createLimiter: CreateLimiter): MailThrottle {
  const welcomes = createLimiter('mail-welcome', 1, HOUR_S)
  const signups = createLimiter('mail-signup', 200, HOUR_S)
  const goodbyes = createLimiter('mail-goodbye', 3, DAY_S)
  const deviceAlerts = createLimiter('mail-device', 5, DAY_S)
  const confirmations = createLimiter('mail-confirm', 3, HOUR_S)
  const byUser = createLimiter('mail-user', 20, DAY_S)
  return {
    canSendWelcome: async ({ email, ip }) =>
      (await hasPoint(signups, toNetwork(ip))) && (await hasPoint(welcomes, hashEmail(email))),
    canSendGoodbye: (email) => hasPoint(goodbyes, hashEmail(email)),
    async countUserMail(userId) {
      await consumePoint(byUser, String(userId), TOO_MANY_MAILS)
    },
    canSendUserMail: (userId) => hasPoint(byUser, String(userId)),
    canSendDeviceAlert: (email) => hasPoint(deviceAlerts, hashEmail(email)),
    async countConfirmation({ userId, email }) {
      await consumePoint(byUser, String(userId), TOO_MANY_MAILS)
      await consumePoint(confirmations, hashEmail(email), TOO_MANY_MAILS)
    },
  }
}
