import { and, eq, sql } from 'drizzle-orm'
import { email as emailField, personName } from '#contract/schemas/fields.ts'
import { LIMITS } from '#contract/limits.ts'
import { isStaffName } from '#contract/text/names.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { toAccountTag } from '#server/http/sessions/session.ts'
import type { RequestOrigin } from '#server/pipeline/caller.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import { identities, users } from '#server/platform/db/schema.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { removeUnprovenFactors } from '#server/features/two-factor/remove-unproven-factors.ts'
import { auditOwnAccount } from '#server/features/audit-log/audit-own-account.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { GoogleUser } from './provider.ts'

/** The reason of a refused sign-in, as passed to `/login?error=`. */
export type GoogleErrorCode = 'google_unverified' | 'google_email_known'

export interface SuccessfulSignIn {
  user: { id: number; role: User['role']; email: string }
  /** True when the log has an entry about this login already. */
  isLogged: boolean
}

export interface RefusedSignIn<Reason> {
  refusal: Reason
  /** Who has the email, when Google has verified it. */
  owner?: { id: number; email: string } | undefined
}

type SignInResult = SuccessfulSignIn | RefusedSignIn<GoogleErrorCode>

/**
 * Finds the account by issuer and subject. Otherwise creates one or, when Google is authoritative for the email, links
 * the existing account with that email.
 */
export async function findOrCreateUser(
  db: Db,
  bus: Pick<Bus, 'transaction'>,
  google: GoogleUser,
  from: RequestOrigin,
): Promise<SignInResult> {
  const signIn = async (tx: Tx): Promise<SignInResult> => {
    // The second of two parallel first sign-ins waits here and then finds the account.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${google.issuer} ${google.subject}`}, 0))`)
    const existing = await findByIdentity(tx, google)
    if (existing) return { user: existing, isLogged: false }
    const parsed = emailField.safeParse(google.email ?? '')
    if (!parsed.success || !google.isEmailVerified) return { refusal: 'google_unverified' }
    const email = parsed.data
    const created = await createUser(tx, google, email)
    if (created) return { user: created, isLogged: true }
    if (!google.isAuthoritative) return { refusal: 'google_email_known', owner: await findByEmail(tx, email) }
    return { user: await linkAccount(tx, google, { email, from }), isLogged: false }
  }
  return bus.transaction(db, signIn, (result) => ('user' in result ? [toAccountTag(result.user.id)] : []))
}

async function findByIdentity(tx: Tx, { issuer, subject }: GoogleUser) {
  const [existing] = await tx
    .select({ id: users.id, role: users.role, email: users.email })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return existing
}

async function findByEmail(tx: Tx, email: string) {
  const [owner] = await tx.select({ id: users.id, email: users.email }).from(users).where(eq(users.email, email))
  return owner
}

/** Undefined when the email is taken, also by a parallel sign-up. */
async function createUser(tx: Tx, google: GoogleUser, email: string) {
  const { issuer, subject } = google
  const [user] = await tx
    .insert(users)
    .values({
      email,
      ...toAllowedNames(google),
      emailVerifiedAt: sql`now()`,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id, role: users.role, email: users.email })
  if (!user) return undefined
  await tx.insert(identities).values({ issuer, subject, userId: user.id })
  await queueMail(tx, { kind: 'welcome', toEmail: email, userId: user.id })
  await writeLog(tx, { kind: 'account', message: 'Signed up with Google', email, studentId: user.id })
  return user
}

/**
 * An attacker may have signed up with someone else's address. An unconfirmed account therefore loses its password,
 * identities, sessions, pending email change and, unless it is an admin's, second factors.
 */
async function linkAccount(
  tx: Tx,
  { issuer, subject }: GoogleUser,
  { email, from }: { email: string; from: RequestOrigin },
) {
  const [local] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  if (!local) throw new Error('The account was deleted while Google was being linked')
  if (local.emailVerifiedAt === null) {
    await tx
      .update(users)
      .set({ passwordHash: null, emailVerifiedAt: sql`now()` })
      .where(eq(users.id, local.id))
    await tx.delete(identities).where(eq(identities.userId, local.id))
    await removeUnprovenFactors(tx, local, 'Linking Google turned two-step verification off')
    await endSessions(tx, local.id)
    await queueMail(tx, { kind: 'google-linked', toEmail: email, userId: local.id })
  }
  await tx.insert(identities).values({ issuer, subject, userId: local.id })
  await writeLog(tx, {
    kind: 'account',
    message: 'Linked the account to Google',
    email,
    studentId: local.id,
  })
  const user = { student_id: local.id, first_name: local.firstName, last_name: local.lastName, email, role: local.role }
  await auditOwnAccount(tx, { user, from, action: 'user.link_google', after: { google: 'linked' } })
  return { id: local.id, role: local.role, email }
}

/** The provider's names, where the sign-up form would accept them. */
function toAllowedNames({ firstName, lastName }: GoogleUser): { firstName: string; lastName: string } {
  const allowed = {
    firstName: personName('First name').safeParse(normalizeName(firstName)).data ?? 'Student',
    lastName: personName('Last name').safeParse(normalizeName(lastName)).data ?? '',
  }
  return isStaffName(`${allowed.firstName} ${allowed.lastName}`) ? { firstName: 'Student', lastName: '' } : allowed
}

/** Applies the limits of the sign-up form. */
const normalizeName = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LIMITS.name)
    // After the slice, which may cut a surrogate pair in half.
    .replace(/\p{Cs}/gu, '')
    .trim()
