import { createHmac, timingSafeEqual } from 'node:crypto'
import { forgotPasswordPath } from '#contract/paths/account-paths.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { site } from '#server/platform/db/schema.ts'
import type { QueuedMail } from '#server/platform/mail/queue-mail.ts'

/** As long as an invitation may lie in a mailbox. */
const LIFETIME_MS = 30 * 24 * 3_600_000

type MailTokenDb = Pick<Db, 'insert' | 'select'>

/**
 * The address of the form that asks for a reset code, for emails. Its token shows that the user reads the mailbox, so
 * that strangers who use up the account's codes can't keep the user from one. It gives no other right.
 */
export async function createResetLink(
  db: MailTokenDb,
  { siteUrl, mail }: { siteUrl: string; mail: Pick<QueuedMail, 'toEmail' | 'createdAt'> },
): Promise<string> {
  const issued = mail.createdAt.getTime().toString(36)
  const signature = await sign(db, mail.toEmail, issued)
  return `${siteUrl}${forgotPasswordPath(`${issued}.${signature.toString('base64url')}`)}`
}

export async function isMailToken(db: MailTokenDb, email: string, token: string): Promise<boolean> {
  const [, issued = '', signature = ''] = /^([\da-z]{1,10})\.([\w-]{43})$/.exec(token) ?? []
  const age = Date.now() - Number.parseInt(issued, 36)
  if (!(Math.abs(age) <= LIFETIME_MS)) return false
  return timingSafeEqual(await sign(db, email, issued), Buffer.from(signature, 'base64url'))
}

async function sign(db: MailTokenDb, email: string, issued: string): Promise<Buffer> {
  await db.insert(site).values({}).onConflictDoNothing()
  const [row] = await db.select({ secret: site.proofSecret }).from(site)
  if (!row) throw new Error('The site has no secret')
  return createHmac('sha256', row.secret).update(`mail token ${issued} ${email}`).digest()
}
