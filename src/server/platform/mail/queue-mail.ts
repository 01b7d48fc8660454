import { getRequestId } from '#server/platform/log/request-id.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { type MAIL_KINDS, mails } from '#server/platform/db/schema.ts'

export type MailKind = (typeof MAIL_KINDS)[number]

export interface QueuedMail extends Omit<typeof mails.$inferSelect, 'nextTryAt' | 'lastError' | 'requestId'> {
  /** By the database's clock. */
  ageMinutes: number
}

interface NewMail {
  kind: MailKind
  toEmail: string
  userId: number | null
  /** What the email is about. */
  orderId?: number
  refundId?: number
  certificateId?: string
  submissionId?: number
  detail?: string
  /** For a reset code. */
  deviceHash?: Buffer
}

/**
 * Queues emails in the transaction of the change they report. Call `mailer.wake()` after the commit to send them
 * without delay.
 */
export async function queueMail(tx: Pick<Db, 'insert'>, ...newMails: NewMail[]): Promise<void> {
  const requestId = getRequestId()
  if (newMails.length > 0) await tx.insert(mails).values(newMails.map((mail) => ({ ...mail, requestId })))
}
