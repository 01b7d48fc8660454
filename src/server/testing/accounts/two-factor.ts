import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { CallOutput } from '#contract/contract.ts'
import { totpSecrets, type users } from '#server/platform/db/schema.ts'
import { Browser } from './browser.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { TEST_PASSWORD } from './users.ts'

/** The code of an authenticator app, this many steps of 30 seconds from now. */
export const createTotpCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

export interface TotpUser {
  user: typeof users.$inferSelect
  browser: Browser
  secret: string
  recoveryCodes: string[]
}

/** A user who has turned on an authenticator app in a browser that is signed in. */
export async function createTotpUser(
  t: Pick<TestApp, 'app' | 'db' | 'make'>,
  values: Partial<typeof users.$inferInsert> = {},
): Promise<TotpUser> {
  const user = await t.make.user({ password: TEST_PASSWORD, emailVerifiedAt: new Date(), ...values })
  const browser = new Browser(t.app, '192.0.2.1')
  await browser.login(user.email, TEST_PASSWORD)
  const started = await browser.send('startTotp', { password: TEST_PASSWORD })
  const { secret } = started.body.msg as CallOutput<'startTotp'>
  const confirmed = await browser.send('confirmTotp', { code: createTotpCode(secret) })
  const { recovery_codes: recoveryCodes } = confirmed.body.msg as CallOutput<'confirmTotp'>
  await allowCodesAgain(t, user.id)
  return { user, browser, secret, recoveryCodes }
}

/** As if half a minute had passed since the last code. */
export async function allowCodesAgain({ db }: Pick<TestApp, 'db'>, userId: number): Promise<void> {
  await db.update(totpSecrets).set({ lastStep: 0 }).where(eq(totpSecrets.userId, userId))
}

export async function isSignedIn(browser: Browser): Promise<boolean> {
  const { body } = await browser.send('session', {})
  return (body.msg as CallOutput<'session'>).loggedIn
}
