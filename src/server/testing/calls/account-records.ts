import { randomBytes } from 'node:crypto'
import { eq, max, sql } from 'drizzle-orm'
import { createResetCode } from '#server/features/session/reset/reset-code.ts'
import { toRelyingParty } from '#server/features/two-factor/passkeys/relying-party.ts'
import { verifySetup } from '#server/features/two-factor/passkeys/webauthn.ts'
import { createTotpSecret } from '#server/features/two-factor/totp.ts'
import {
  authChallenges,
  conversations,
  emailChanges,
  messages,
  notifications,
  passkeys,
  sessions,
  totpSecrets,
  users,
} from '#server/platform/db/schema.ts'
import { hashTokenToBytes } from '#server/platform/secrets/hash-token.ts'
import { openSecretBox } from '#server/platform/secrets/secret-box.ts'
import { Authenticator } from '#server/testing/accounts/authenticator.ts'
import { createTotpCode } from '#server/testing/accounts/two-factor.ts'
import { at } from '#server/testing/at.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { DEVICE_HASH } from '#server/testing/test-client.ts'
import { PRIVATE_TEXT, type RecordStore } from './owner.ts'

/** What every passkey of these tests signs. */
const WEBAUTHN_CHALLENGE = 'a-challenge'
const inAnHour = sql`now() + interval '1 hour'`

type ChallengeKind = (typeof authChallenges.$inferInsert)['kind']

export function createAccountRecords(t: RecordStore, owner: SignedInUser) {
  const { db } = t
  const userId = owner.id

  /** Of an authenticator app that is set up, or that waits for its first code. Returns its current code. */
  async function totp({ isSetUp, of = userId }: { isSetUp: boolean; of?: number }): Promise<string> {
    const { secret, encrypted } = createTotpSecret(openSecretBox(t.env), { userId: of, email: owner.email })
    const row = { secret: encrypted, lastStep: 0, createdAt: sql`now()`, confirmedAt: isSetUp ? sql`now()` : null }
    await db
      .insert(totpSecrets)
      .values({ userId: of, ...row })
      .onConflictDoUpdate({ target: totpSecrets.userId, set: row })
    return createTotpCode(secret)
  }

  async function passkey(): Promise<{ id: number; authenticator: Authenticator }> {
    const authenticator = new Authenticator(t.env.publicUrl)
    const relyingParty = toRelyingParty(t.env.publicUrl)
    const response = createPasskeyResponse(t, authenticator)
    const credential =
      relyingParty &&
      (await verifySetup({ ...relyingParty, challenge: WEBAUTHN_CHALLENGE }, { name: PRIVATE_TEXT, response }))
    if (!credential) throw new Error('The passkey was not accepted')
    const values = { userId, name: PRIVATE_TEXT, ...credential }
    return { id: at(await db.insert(passkeys).values(values).returning({ id: passkeys.id })).id, authenticator }
  }

  return {
    totp,
    passkey,
    /** What the browser answers when it adds a passkey. */
    newPasskeyResponse: () => createPasskeyResponse(t, new Authenticator(t.env.publicUrl)),
    /** What the browser answers at a login with the owner's passkey. */
    async passkeyLoginResponse() {
      const { authenticator } = await passkey()
      const { hostname: rpId } = new URL(t.env.publicUrl)
      return authenticator.get({ challenge: WEBAUTHN_CHALLENGE, rpId })
    },
    challengeCookie: (kind: ChallengeKind) => createChallengeCookie(t, userId, kind),
    /** Works in the test client's browser. */
    resetCode: () => createResetCode(db, owner.email, DEVICE_HASH),
    emailToken: () => createEmailToken(t, userId),
    message: () => createMessage(t, userId),
    /** Another session of the owner's. Returns its id. */
    async session(): Promise<number> {
      await t.make.cookie(userId)
      const [newest] = await db
        .select({ id: max(sessions.id) })
        .from(sessions)
        .where(eq(sessions.userId, userId))
      return newest?.id ?? 0
    },
  }
}

function createPasskeyResponse(t: RecordStore, authenticator: Authenticator) {
  const { hostname: id } = new URL(t.env.publicUrl)
  const options = { challenge: WEBAUTHN_CHALLENGE, rp: { name: '', id }, pubKeyCredParams: [] }
  return authenticator.create({ ...options, user: { id: '', name: '', displayName: '' } })
}

/** Of a browser that has begun to log in, or to add a passkey. */
async function createChallengeCookie({ db }: RecordStore, userId: number, kind: ChallengeKind): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
  await db.insert(authChallenges).values({
    tokenHash: hashTokenToBytes(token),
    ...{ kind, userId, webauthnChallenge: WEBAUTHN_CHALLENGE, expiresAt: inAnHour },
    passwordHash: user?.passwordHash ?? null,
  })
  return `challenge=${token}`
}

/** Of the link that confirms a new email. */
async function createEmailToken({ db }: RecordStore, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const row = {
    newEmail: `new-${token.toLowerCase().replace(/\W/g, '')}@mail.example`,
    ...{ tokenHash: hashTokenToBytes(token), expiresAt: inAnHour },
  }
  await db
    .insert(emailChanges)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: emailChanges.userId, set: row })
  return token
}

/** An admin's answer in the owner's conversation, with its notification. Returns its id. */
async function createMessage({ db }: RecordStore, studentId: number): Promise<number> {
  // The admin may have been deleted, so the sender needs no row.
  const values = { studentId, senderId: 999_999_999, receiverId: studentId, text: PRIVATE_TEXT }
  const { id } = at(await db.insert(messages).values(values).returning({ id: messages.id }))
  const set = { lastMessageId: id, unreadByStudent: 1 }
  await db
    .insert(conversations)
    .values({ studentId, ...set })
    .onConflictDoUpdate({ target: conversations.studentId, set })
  await db.update(users).set({ hasConversation: true }).where(eq(users.id, studentId))
  await db.insert(notifications).values({ userId: studentId, kind: 'chat-answer' })
  return id
}
