import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { emailChanges } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'

const CONFIRMATION_HOURS = 24

interface EmailOwner {
  userId: number
  email: string
}

/** Sends a link to a new email, which the account takes once the link is opened. It replaces an earlier one. */
export async function requestEmailChange(tx: Tx, { userId, email }: EmailOwner): Promise<void> {
  await storeRequest(tx, userId, email)
  await queueMail(tx, { kind: 'confirm-email', toEmail: email, userId })
}

/** The same for the email that the account has, which the link proves. */
export async function requestEmailProof(tx: Tx, { userId, email }: EmailOwner): Promise<void> {
  await storeRequest(tx, userId, email)
  await queueMail(tx, { kind: 'verify-email', toEmail: email, userId })
}

async function storeRequest(tx: Tx, userId: number, newEmail: string): Promise<void> {
  const row = { newEmail, tokenHash: null, expiresAt: sql`now() + make_interval(hours => ${CONFIRMATION_HOURS})` }
  await tx
    .insert(emailChanges)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: emailChanges.userId, set: row })
}
