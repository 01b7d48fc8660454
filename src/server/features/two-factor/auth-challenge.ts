import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { BrowserCookies } from '#server/http/cookies/browser-cookies.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { authChallenges } from '#server/platform/db/schema.ts'

const COOKIE = 'challenge'
const LIFETIME_MINUTES = 5
/** Codes and passkeys that one login may try. */
const MAX_TRIES = 5

export type AuthChallenge = typeof authChallenges.$inferSelect
export type AuthChallengeKind = AuthChallenge['kind']

type NewChallenge = Pick<AuthChallenge, 'kind'> &
  Partial<Pick<AuthChallenge, 'userId' | 'passwordHash' | 'webauthnChallenge'>>

/** In this browser only, which gets a cookie for it. A new challenge replaces the previous one. */
export async function startAuthChallenge(db: Db, cookies: BrowserCookies, challenge: NewChallenge): Promise<void> {
  const previous = cookies.findHash(COOKIE)
  await db.delete(authChallenges).where(lt(authChallenges.expiresAt, sql`now()`))
  if (previous) await db.delete(authChallenges).where(eq(authChallenges.tokenHash, previous))
  const tokenHash = cookies.create(COOKIE, LIFETIME_MINUTES * 60)
  const expiresAt = sql`now() + make_interval(mins => ${LIFETIME_MINUTES})`
  await db.insert(authChallenges).values({ tokenHash, expiresAt, ...challenge })
}

const isLive = (tokenHash: Buffer, ...kinds: AuthChallengeKind[]) =>
  and(
    eq(authChallenges.tokenHash, tokenHash),
    inArray(authChallenges.kind, kinds),
    gt(authChallenges.expiresAt, sql`now()`),
    lt(authChallenges.tries, MAX_TRIES),
  )

/** Undefined when there is none of these kinds in this browser, or no longer. */
export async function findAuthChallenge(
  db: Db,
  cookies: BrowserCookies,
  ...kinds: AuthChallengeKind[]
): Promise<AuthChallenge | undefined> {
  const tokenHash = cookies.findHash(COOKIE)
  if (!tokenHash) return undefined
  const [challenge] = await db
    .select()
    .from(authChallenges)
    .where(isLive(tokenHash, ...kinds))
  return challenge
}

/** Counts a try before it is checked, so that parallel guesses are limited like sequential ones. False without one left. */
export async function countTry(db: Db, { tokenHash, kind }: AuthChallenge): Promise<boolean> {
  const counted = await db
    .update(authChallenges)
    .set({ tries: sql`${authChallenges.tries} + 1` })
    .where(isLive(tokenHash, kind))
    .returning({ tries: authChallenges.tries })
  return counted.length > 0
}

export async function setWebauthnChallenge(
  db: Db,
  { tokenHash }: AuthChallenge,
  webauthnChallenge: string,
): Promise<void> {
  await db.update(authChallenges).set({ webauthnChallenge }).where(eq(authChallenges.tokenHash, tokenHash))
}

/** What the authenticator had to sign; it can be asked for once. Null when it was not started or has been used. */
export async function takeWebauthnChallenge(db: Db, challenge: AuthChallenge): Promise<string | null> {
  const { tokenHash, webauthnChallenge } = challenge
  if (webauthnChallenge === null) return null
  const taken = await db
    .update(authChallenges)
    .set({ webauthnChallenge: null })
    .where(
      and(
        // Without a condition on the tries, of which this is one already.
        eq(authChallenges.tokenHash, tokenHash),
        eq(authChallenges.webauthnChallenge, webauthnChallenge),
        gt(authChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ tokenHash: authChallenges.tokenHash })
  return taken.length > 0 ? webauthnChallenge : null
}

/** Of parallel requests with one challenge, only one gets true. */
export async function endAuthChallenge(
  db: Db,
  cookies: BrowserCookies,
  { tokenHash }: AuthChallenge,
): Promise<boolean> {
  cookies.clear(COOKIE)
  const ended = await db
    .delete(authChallenges)
    .where(eq(authChallenges.tokenHash, tokenHash))
    .returning({ tokenHash: authChallenges.tokenHash })
  return ended.length > 0
}
