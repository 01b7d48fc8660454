import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'
import type { RenderedEmail } from '#server/platform/mail/delivery.ts'
import type { QueuedMail } from '#server/platform/mail/queue-mail.ts'

export async function renderEmail(db: Db, mail: QueuedMail, siteUrl: string): Promise<RenderedEmail | null> {
  // React is loaded with the first email: many servers send few.
  const { emailTemplates } = await import('./email-templates.ts')
  const name = await findRecipientName(db, mail)
  const content = await emailTemplates[mail.kind]({ db, mail, siteUrl, name })
  if (!content) return null
  const { element, ...rest } = content
  const { render, toPlainText } = await import('@react-email/components')
  const html = await render(element)
  const text = toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] })
  return { ...rest, html, text }
}

async function findRecipientName(db: Db, { kind, userId, toEmail }: QueuedMail): Promise<string | null> {
  // A reset request names an email only.
  const userCondition =
    kind === 'reset-code' ? eq(users.email, toEmail) : userId === null ? undefined : eq(users.id, userId)
  if (userCondition === undefined) return null
  const [user] = await db.select({ name: users.firstName }).from(users).where(userCondition)
  return user?.name ?? null
}
