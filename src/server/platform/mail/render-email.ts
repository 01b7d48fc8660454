import { createHash, randomBytes, randomInt } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { confirmEmailPath } from '#contract/paths.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { conversations, emailChanges, type mails, resetCodes, users } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/passwords/passwords.ts'
import type { welcome, EmailContent } from './templates.tsx'

export interface QueuedMail extends Omit<typeof mails.$inferSelect, 'nextTryAt'> {
  /** By the database's clock. */
  ageMinutes: number
}

export interface RenderedEmail {
  subject: string
  html: string
  /** The same in plain text. */
  text: string
}

/** How long a code is good for. */
const CODE_LIFETIME_MINUTES = 10
/** A code that nobody waits for any more is not sent. */
const MAX_CODE_DELAY_MINUTES = 30

/** React and all that turns letters into mails is loaded with the first mail: many a server sends few. */
const loadTemplates = () => import('./templates.tsx')

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * What a queued mail says now; null when there is nothing to say any more. Codes and tokens are made here and only their
 * hashes are kept: a try after a failed one brings new ones, and the older ones end.
 */
export async function renderEmail(db: Db, mail: QueuedMail, siteUrl: string): Promise<RenderedEmail | null> {
  const content = await buildContent(db, mail, siteUrl)
  if (!content) return null
  const { render, toPlainText } = await import('@react-email/components')
  const html = await render(content.element)
  return {
    subject: content.subject,
    html,
    text: toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] }),
  }
}

async function buildContent(db: Db, mail: QueuedMail, siteUrl: string): Promise<EmailContent | null> {
  const context = { name: await findRecipientName(db, mail), siteUrl, occurredAt: mail.createdAt }
  const templates = await loadTemplates()
  switch (mail.kind) {
    case 'welcome':
      // Whoever has left by now is not welcomed any more.
      return context.name === null ? null : templates.welcome(context)
    case 'reset-code': {
      if (mail.ageMinutes > MAX_CODE_DELAY_MINUTES) return null
      const code = await createResetCode(db, mail.toEmail)
      // An unknown e-mail has had all the same work done for it, and gets no mail.
      return context.name === null ? null : templates.resetCode({ ...context, code })
    }
    case 'password-changed':
      return templates.passwordChanged(context)
    case 'confirm-email': {
      const token = await createEmailChangeToken(db, mail)
      return token === null ? null : templates.confirmEmail({ ...context, link: siteUrl + confirmEmailPath(token) })
    }
    case 'email-changed':
      return templates.emailChanged(context)
    case 'invited':
      return context.name === null ? null : templates.invited(context)
    case 'google-linked':
      return templates.googleLinked(context)
    case 'unread-messages':
      return buildUnreadMessages(db, mail, context)
    case 'account-deleted':
      return templates.accountDeleted(context)
  }
}

/** Null when everything was read meanwhile. */
async function buildUnreadMessages(
  db: Db,
  { userId }: QueuedMail,
  context: Parameters<typeof welcome>[0],
): Promise<EmailContent | null> {
  const [user] = await db
    .select({ role: users.role })
    .from(users)
    .where(eq(users.id, userId ?? 0))
  if (!user) return null
  const isAdmin = user.role === 'admin'
  const unread = isAdmin
    ? gt(conversations.unreadByAdmins, 0)
    : and(eq(conversations.studentId, userId ?? 0), gt(conversations.unreadByStudent, 0))
  const [pending] = await db.select({ studentId: conversations.studentId }).from(conversations).where(unread).limit(1)
  return pending ? (await loadTemplates()).unreadMessages({ ...context, isAdmin }) : null
}

async function findRecipientName(db: Db, { kind, userId, toEmail }: QueuedMail): Promise<string | null> {
  // Who asked for a code is known by the e-mail alone.
  const userCondition =
    kind === 'reset-code' ? eq(users.email, toEmail) : userId === null ? undefined : eq(users.id, userId)
  if (userCondition === undefined) return null
  const [user] = await db.select({ name: users.firstName }).from(users).where(userCondition)
  return user?.name ?? null
}

async function createResetCode(db: Db, email: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const row = {
    codeHash: await hashPassword(code),
    expiresAt: sql`now() + make_interval(mins => ${CODE_LIFETIME_MINUTES})`,
    tries: 0,
  }
  // Those of unknown e-mails too are kept until they have ended, and no longer.
  await db.delete(resetCodes).where(lt(resetCodes.expiresAt, sql`now()`))
  await db
    .insert(resetCodes)
    .values({ email, ...row })
    .onConflictDoUpdate({ target: resetCodes.email, set: row })
  return code
}

/** For the change that waits for this very address; null when it was given up or done meanwhile. */
async function createEmailChangeToken(db: Db, { userId, toEmail }: QueuedMail): Promise<string | null> {
  if (userId === null) return null
  const token = randomBytes(32).toString('base64url')
  const pending = await db
    .update(emailChanges)
    .set({ tokenHash: hashToken(token) })
    .where(
      and(eq(emailChanges.userId, userId), eq(emailChanges.newEmail, toEmail), gt(emailChanges.expiresAt, sql`now()`)),
    )
    .returning({ userId: emailChanges.userId })
  return pending.length === 0 ? null : token
}
