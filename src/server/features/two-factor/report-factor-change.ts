import type { Tx } from '#server/platform/db/connect.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

/**
 * @param message for the log; the email says the same in a sentence. No text of the user's: before the email is proven
 * it would reach whoever owns the address.
 */
export async function reportFactorChange(
  tx: Tx,
  { student_id, email }: { student_id: number; email: string },
  message: string,
): Promise<void> {
  await queueMail(tx, { kind: 'second-factor-changed', toEmail: email, userId: student_id, detail: message })
  await writeLog(tx, { kind: 'account', message, email, studentId: student_id })
}
