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
  /**
   * Throws when a user changes what protects the account too often in a day. Nothing else counts here, and only what needs a
   * recent login, so that nobody else can block such a change.
   */
  countSecurityMail(userId: number): Promise<void>
  /** Throws when the user has caused too many mails today, or the address has had enough of these. */
  countConfirmation(request: { userId: number; email: string }): Promise<void>
  /**
   * Runs a change to a new email, and throws when too many of the user's were refused today, whatever the email: the refusals
   * say which emails have an account.
   */
  countRefusals(userId: number, change: () => Promise<void>): Promise<void>
  /** Throws when the admin has caused too many mails today. */
  countTestMail(userId: number): Promise<void>
  /** False when the user has caused too many mails today. The order's page says what the mail says. */
  canSendOrderMail(userId: number): Promise<boolean>
}

export function createMailThrottle(createLimiter: CreateLimiter): MailThrottle {
  const welcomes = createLimiter('mail-welcome', 1, HOUR_S)
  const signups = createLimiter('mail-signup', 200, HOUR_S)
  const goodbyes = createLimiter('mail-goodbye', 3, DAY_S)
  const deviceAlerts = createLimiter('mail-device', 5, DAY_S)
  const confirmations = createLimiter('mail-confirm', 3, HOUR_S)
  const byUser = createLimiter('mail-requested', 20, DAY_S)
  const securityMails = createLimiter('mail-user', 20, DAY_S)
  const refusals = createLimiter('email-refused', 20, DAY_S)
  return {
    canSendWelcome: async ({ email, ip }) =>
      (await hasPoint(signups, toNetwork(ip))) && (await hasPoint(welcomes, hashEmail(email))),
    canSendGoodbye: (email) => hasPoint(goodbyes, hashEmail(email)),
    async countSecurityMail(userId) {
      await consumePoint(securityMails, String(userId), TOO_MANY_MAILS)
    },
    canSendDeviceAlert: (email) => hasPoint(deviceAlerts, hashEmail(email)),
    async countConfirmation({ userId, email }) {
      // First, so that nobody uses up the points of any number of addresses.
      await consumePoint(byUser, String(userId), TOO_MANY_MAILS)
      try {
        await consumePoint(confirmations, hashEmail(email), TOO_MANY_MAILS)
      } catch (error) {
        await byUser.reward(String(userId))
        throw error
      }
    },
    async countRefusals(userId, change) {
      // Before the change, so that requests at the same time are counted too.
      await consumePoint(refusals, String(userId), TOO_MANY_MAILS)
      await change()
      await refusals.reward(String(userId))
    },
    async countTestMail(userId) {
      await consumePoint(byUser, String(userId), TOO_MANY_MAILS)
    },
    canSendOrderMail: (userId) => hasPoint(byUser, String(userId)),
  }
}
