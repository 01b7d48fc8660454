import { createHash, randomBytes, randomInt } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { conversations, emailChanges, type mails, resetCodes, users } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/passwords/passwords.ts'
import type { welcome, Written } from './templates.tsx'

export interface QueuedMail extends Omit<typeof mails.$inferSelect, 'nextTryAt'> {
  /** By the database's clock. */
  ageMinutes: number
}

export interface Composed {
  subject: string
  html: string
  /** The same in plain text. */
  text: string
}

/** How long a code is good for. */
const CODE_MINUTES = 10
/** A code that nobody waits for any more is not sent. */
const CODE_WORTH_MINUTES = 30

/** React and all that turns letters into mails is loaded with the first mail: many a server sends few. */
const loadLetters = () => import('./templates.tsx')

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * What a queued mail says now; null when there is nothing to say any more. Codes and tokens are made here and only their
 * hashes are kept: a try after a failed one brings new ones, and the older ones end.
 */
export async function compose(db: Db, mail: QueuedMail, site: string): Promise<Composed | null> {
  const written = await write(db, mail, site)
  if (!written) return null
  const { render, toPlainText } = await import('@react-email/components')
  const html = await render(written.letter)
  return {
    subject: written.subject,
    html,
    text: toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] }),
  }
}

async function write(db: Db, mail: QueuedMail, site: string): Promise<Written | null> {
  const reader = { name: await nameOf(db, mail), site, at: mail.createdAt }
  const letters = await loadLetters()
  switch (mail.kind) {
    case 'welcome':
      // Whoever has left by now is not welcomed any more.
      return reader.name === null ? null : letters.welcome(reader)
    case 'reset-code': {
      if (mail.ageMinutes > CODE_WORTH_MINUTES) return null
      const code = await newCode(db, mail.toEmail)
      // An unknown e-mail has had all the same work done for it, and gets no mail.
      return reader.name === null ? null : letters.resetCode({ ...reader, code })
    }
    case 'password-changed':
      return letters.passwordChanged(reader)
    case 'confirm-email': {
      const token = await newToken(db, mail)
      return token === null ? null : letters.confirmEmail({ ...reader, link: `${site}/confirmemail?token=${token}` })
    }
    case 'email-changed':
      return letters.emailChanged(reader)
    case 'invited':
      return reader.name === null ? null : letters.invited(reader)
    case 'google-linked':
      return letters.googleLinked(reader)
    case 'unread-messages':
      return unreadMessagesFor(db, mail, reader)
    case 'account-deleted':
      return letters.accountDeleted(reader)
  }
}

/** Null when everything was read meanwhile. */
async function unreadMessagesFor(
  db: Db,
  { userId }: QueuedMail,
  reader: Parameters<typeof welcome>[0],
): Promise<Written | null> {
  const [user] = await db
    .select({ role: users.role })
    .from(users)
    .where(eq(users.id, userId ?? 0))
  if (!user) return null
  const isAdmin = user.role === 'admin'
  const unread = isAdmin
    ? gt(conversations.unreadByAdmins, 0)
    : and(eq(conversations.studentId, userId ?? 0), gt(conversations.unreadByStudent, 0))
  const [waiting] = await db.select({ studentId: conversations.studentId }).from(conversations).where(unread).limit(1)
  return waiting ? (await loadLetters()).unreadMessages({ ...reader, isAdmin }) : null
}

async function nameOf(db: Db, { kind, userId, toEmail }: QueuedMail): Promise<string | null> {
  // Who asked for a code is known by the e-mail alone.
  const whose = kind === 'reset-code' ? eq(users.email, toEmail) : userId === null ? undefined : eq(users.id, userId)
  if (whose === undefined) return null
  const [user] = await db.select({ name: users.firstName }).from(users).where(whose)
  return user?.name ?? null
}

async function newCode(db: Db, email: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const row = {
    codeHash: await hashPassword(code),
    expiresAt: sql`now() + make_interval(mins => ${CODE_MINUTES})`,
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
async function newToken(db: Db, { userId, toEmail }: QueuedMail): Promise<string | null> {
  if (userId === null) return null
  const token = randomBytes(32).toString('base64url')
  const waiting = await db
    .update(emailChanges)
    .set({ tokenHash: hashOfToken(token) })
    .where(
      and(eq(emailChanges.userId, userId), eq(emailChanges.newEmail, toEmail), gt(emailChanges.expiresAt, sql`now()`)),
    )
    .returning({ userId: emailChanges.userId })
  return waiting.length === 0 ? null : token
}
