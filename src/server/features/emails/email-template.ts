import type { ReactElement } from 'react'
import type { Db } from '#server/platform/db/connect.ts'
import type { EmailAttachment } from '#server/platform/mail/delivery.ts'
import type { QueuedMail } from '#server/platform/mail/queue-mail.ts'
import type { Payments } from '#server/platform/payments/provider.ts'

/** What emails say of the site. */
export interface EmailSite {
  siteUrl: string
  payments: Pick<Payments, 'seller' | 'instructions'>
}

export interface EmailRequest extends EmailSite {
  db: Db
  mail: QueuedMail
  /** False when the mail's user does not exist. */
  hasAccount: boolean
  /** The recipient's first name; null for an address that its user has not proven: the name may be a stranger's text. */
  name: string | null
}

export interface EmailContent {
  subject: string
  element: ReactElement
  attachments?: EmailAttachment[]
  /** True when every attempt contains a new code or link. */
  changesPerAttempt?: boolean
}

/** Null when the email must no longer be sent, for example because the account was deleted. */
export type EmailTemplate = (request: EmailRequest) => EmailContent | null | Promise<EmailContent | null>
