import type { Db } from '#server/db/connect.ts'
import { type MAIL_KINDS, mails } from '#server/db/schema.ts'

export type MailKind = (typeof MAIL_KINDS)[number]

/**
 * Writes a mail down together with what it tells of, in the same transaction. After the commit, `mailer.wake()` sends
 * it at once; without that it goes out with the mailer's next look.
 */
export async function queueMail(
  tx: Pick<Db, 'insert'>,
  mail: { kind: MailKind; toEmail: string; userId: number | null },
): Promise<void> {
  await tx.insert(mails).values(mail)
}
