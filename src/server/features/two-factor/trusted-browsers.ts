import { and, eq, gt, sql } from 'drizzle-orm'
import type { BrowserCookies } from '#server/http/cookies/browser-cookies.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { trustedBrowsers } from '#server/platform/db/schema.ts'

const TRUST_DAYS = 30

/** By user, because several may share a browser. */
const toCookieName = (userId: number) => `trust-${userId}`

export async function trustBrowser(db: Db, cookies: BrowserCookies, userId: number): Promise<void> {
  const tokenHash = cookies.create(toCookieName(userId), TRUST_DAYS * 86_400)
  const expiresAt = sql`now() + make_interval(days => ${TRUST_DAYS})`
  await db.insert(trustedBrowsers).values({ tokenHash, userId, expiresAt })
}

export const countTrustedBrowsers = (db: Pick<Db, '$count'>, userId: number) =>
  db.$count(trustedBrowsers, and(eq(trustedBrowsers.userId, userId), gt(trustedBrowsers.expiresAt, sql`now()`)))

/** Every browser asks for the second step again. */
export async function endTrust(db: Pick<Db, 'delete'>, userId: number): Promise<void> {
  await db.delete(trustedBrowsers).where(eq(trustedBrowsers.userId, userId))
}

export async function isTrustedBrowser(db: Db, cookies: BrowserCookies, userId: number): Promise<boolean> {
  const tokenHash = cookies.findHash(toCookieName(userId))
  if (!tokenHash) return false
  const [trusted] = await db
    .select({ userId: trustedBrowsers.userId })
    .from(trustedBrowsers)
    .where(
      and(
        eq(trustedBrowsers.tokenHash, tokenHash),
        eq(trustedBrowsers.userId, userId),
        gt(trustedBrowsers.expiresAt, sql`now()`),
      ),
    )
  return trusted !== undefined
}
