import type { User } from '#contract/schemas/accounts/users.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

/** @param message for the log; the email says the same in a sentence */
export async function reportFactorChange(tx: Tx, { student_id, email }: User, message: string): Promise<void> {
  await queueMail(tx, { kind: 'second-factor-changed', toEmail: email, userId: student_id, detail: message })
  await writeLog(tx, { kind: 'account', message, email, studentId: student_id })
}
