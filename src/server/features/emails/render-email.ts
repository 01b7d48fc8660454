import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'
import type { RenderedEmail } from '#server/platform/mail/delivery.ts'
import type { MailKind, QueuedMail } from '#server/platform/mail/queue-mail.ts'
import type { EmailRequest, EmailSite } from './email-template.ts'

export async function renderEmail(db: Db, mail: QueuedMail, site: EmailSite): Promise<RenderedEmail | null> {
  // React is loaded with the first email: many servers send few.
  const { emailTemplates } = await import('./email-templates.ts')
  const recipient = await findRecipient(db, mail)
  const content = await emailTemplates[mail.kind]({ db, mail, ...site, ...recipient })
  if (!content) return null
  const { element, ...rest } = content
  const { render, toPlainText } = await import('@react-email/components')
  const html = await render(element)
  const text = toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] })
  return { ...rest, html, text }
}

/** Requests without a session name an email only. */
const KINDS_BY_EMAIL: readonly MailKind[] = ['reset-code', 'login-failures']

async function findRecipient(
  db: Db,
  { kind, userId, toEmail }: QueuedMail,
): Promise<Pick<EmailRequest, 'hasAccount' | 'name'>> {
  const userCondition = KINDS_BY_EMAIL.includes(kind)
    ? eq(users.email, toEmail)
    : userId === null
      ? undefined
      : eq(users.id, userId)
  if (userCondition === undefined) return { hasAccount: false, name: null }
  const [user] = await db
    .select({ name: users.firstName, email: users.email, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(userCondition)
  const isProven = user !== undefined && user.email === toEmail && user.emailVerifiedAt !== null
  return { hasAccount: user !== undefined, name: isProven ? user.name : null }
}
