import type { Db } from '#server/platform/db/connect.ts'
import { type MAIL_KINDS, mails } from '#server/platform/db/schema.ts'

export type MailKind = (typeof MAIL_KINDS)[number]

interface NewMail {
  kind: MailKind
  toEmail: string
  userId: number | null
}

/**
 * Writes mails down together with what they tell of, in the same transaction. After the commit, `mailer.wake()` sends
 * them at once; without that they go out with the mailer's next look.
 */
export async function queueMail(tx: Pick<Db, 'insert'>, ...newMails: NewMail[]): Promise<void> {
  if (newMails.length > 0) await tx.insert(mails).values(newMails)
}
