import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { notifications, users } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'

interface Announcement {
  id: string
  userId: number
  title: string
  courseId: number | null
}

/** Adds the notification and the email. */
export async function announceCertificate(tx: Tx, { id, userId, title, courseId }: Announcement): Promise<void> {
  const [student] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!student) return
  await tx.insert(notifications).values({ userId, kind: 'certificate', title, courseId })
  await queueMail(tx, { kind: 'certificate', toEmail: student.email, userId, certificateId: id })
}
