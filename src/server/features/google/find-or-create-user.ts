import { and, eq, sql } from 'drizzle-orm'
import { email as emailField } from '#contract/schemas/fields.ts'
import { LIMITS } from '#contract/limits.ts'
import type { User } from '#contract/schemas/users.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { identities, users } from '#server/platform/db/schema.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { GoogleUser } from './provider.ts'

/** Why a sign-in came to nothing, as `/login?error=` says it. */
export type GoogleErrorCode = 'google_unverified' | 'google_email_known'

type SignInResult = { user: { id: number; role: User['role'] } } | { refusal: GoogleErrorCode }

/**
 * The account of whoever Google says signed in: found by issuer and subject; else joined to the account with the same
 * e-mail, where Google has the last word on whose that is; else made.
 */
export async function findOrCreateUser(db: Db, google: GoogleUser): Promise<SignInResult> {
  return db.transaction(async (tx) => {
    // Two first sign-ins of one person at once: the second waits here and then finds what the first has made.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${google.issuer} ${google.subject}`}, 0))`)
    const existing = await findByIdentity(tx, google)
    if (existing) {
      await writeLog(tx, {
        kind: 'sign-in',
        message: 'Logged in with Google',
        email: existing.email,
        studentId: existing.id,
      })
      return { user: existing }
    }
    const parsed = emailField.safeParse(google.email ?? '')
    if (!parsed.success || !google.isEmailVerified) return { refusal: 'google_unverified' }
    const email = parsed.data
    const created = await createUser(tx, google, email)
    if (created) return { user: created }
    if (!google.isAuthoritative) return { refusal: 'google_email_known' }
    return { user: await linkAccount(tx, google, email) }
  })
}

async function findByIdentity(tx: Tx, { issuer, subject }: GoogleUser) {
  const [existing] = await tx
    .select({ id: users.id, role: users.role, email: users.email })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return existing
}

/** Undefined when the e-mail is somebody's, even of this very moment. */
async function createUser(tx: Tx, { issuer, subject, firstName, lastName }: GoogleUser, email: string) {
  const [user] = await tx
    .insert(users)
    .values({
      email,
      firstName: normalizeName(firstName) || 'Student',
      lastName: normalizeName(lastName),
      emailVerifiedAt: sql`now()`,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id, role: users.role })
  if (!user) return undefined
  await tx.insert(identities).values({ issuer, subject, userId: user.id })
  await queueMail(tx, { kind: 'welcome', toEmail: email, userId: user.id })
  await writeLog(tx, { kind: 'account', message: 'Signed up with Google', email, studentId: user.id })
  return user
}

/**
 * Somebody may have signed up with an address that is not theirs, to wait for its owner: then all that could let them
 * in again goes, the wish to move the account to another address too.
 */
async function linkAccount(tx: Tx, { issuer, subject }: GoogleUser, email: string) {
  const [local] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  if (!local) throw new Error('The account went in the moment it was joined')
  if (local.emailVerifiedAt === null) {
    await tx
      .update(users)
      .set({ passwordHash: null, emailVerifiedAt: sql`now()` })
      .where(eq(users.id, local.id))
    await tx.delete(identities).where(eq(identities.userId, local.id))
    await endSessions(tx, local.id)
    await queueMail(tx, { kind: 'google-linked', toEmail: email, userId: local.id })
  }
  await tx.insert(identities).values({ issuer, subject, userId: local.id })
  await writeLog(tx, {
    kind: 'account',
    message: 'Joined the account with Google and logged in',
    email,
    studentId: local.id,
  })
  return { id: local.id, role: local.role }
}

/** As a form would have let it through. */
const normalizeName = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LIMITS.name)
    // Last, as the cut may go through a pair.
    .replace(/\p{Cs}/gu, '')
    .trim()
