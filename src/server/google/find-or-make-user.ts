import { and, eq, sql } from 'drizzle-orm'
import { email as emailField, LIMITS } from '#contract/fields.ts'
import type { User } from '#contract/users.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { identities, users } from '#server/db/schema.ts'
import { endSessions } from '#server/endpoints/session/end-sessions.ts'
import { writeLog } from '#server/endpoints/site/write-log.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { GoogleUser } from './provider.ts'

/** Why a sign-in came to nothing, as `/login?error=` says it. */
export type GoogleRefusal = 'google_unverified' | 'google_email_known'

type Found = { user: { id: number; role: User['role'] } } | { refusal: GoogleRefusal }

/**
 * The account of whoever Google says signed in: found by issuer and subject; else joined to the account with the same
 * e-mail, where Google has the last word on whose that is; else made.
 */
export async function findOrMakeUser(db: Db, google: GoogleUser): Promise<Found> {
  return db.transaction(async (tx) => {
    // Two first sign-ins of one person at once: the second waits here and then finds what the first has made.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${google.issuer} ${google.subject}`}, 0))`)
    const known = await findKnown(tx, google)
    if (known) {
      await writeLog(tx, { message: 'Logged in with Google', email: known.email, studentId: known.id })
      return { user: known }
    }
    const parsed = emailField.safeParse(google.email ?? '')
    if (!parsed.success || !google.isEmailVerified) return { refusal: 'google_unverified' }
    const email = parsed.data
    const [local] = await tx.select().from(users).where(eq(users.email, email)).for('update')
    if (!local) return { user: await makeUser(tx, google, email) }
    if (!google.isAuthoritative) return { refusal: 'google_email_known' }
    await join(tx, google, local)
    return { user: local }
  })
}

async function findKnown(tx: Tx, { issuer, subject }: GoogleUser) {
  const [known] = await tx
    .select({ id: users.id, role: users.role, email: users.email })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return known
}

async function makeUser(tx: Tx, { issuer, subject, firstName, lastName }: GoogleUser, email: string) {
  const [user] = await tx
    .insert(users)
    .values({ email, firstName: nameOf(firstName) || 'Student', lastName: nameOf(lastName), emailProvenAt: sql`now()` })
    .returning({ id: users.id, role: users.role })
  if (!user) throw new Error('The user was not made')
  await tx.insert(identities).values({ issuer, subject, userId: user.id })
  await queueMail(tx, { kind: 'welcome', toEmail: email, userId: user.id })
  await writeLog(tx, { message: 'Signed up with Google', email, studentId: user.id })
  return user
}

/** Somebody may have signed up with an address that is not theirs and wait for its owner: what they set is taken away. */
async function join(tx: Tx, { issuer, subject }: GoogleUser, local: typeof users.$inferSelect): Promise<void> {
  if (local.emailProvenAt === null) {
    await tx.update(users).set({ passwordHash: null, emailProvenAt: sql`now()` }).where(eq(users.id, local.id))
    await endSessions(tx, local.id)
    await queueMail(tx, { kind: 'google-linked', toEmail: local.email, userId: local.id })
  }
  await tx.insert(identities).values({ issuer, subject, userId: local.id })
  await writeLog(tx, { message: 'Joined the account with Google and logged in', email: local.email, studentId: local.id })
}

/** As a form would have let it through. */
const nameOf = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
    .slice(0, LIMITS.name)
