import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { emailChanges, users } from '#server/platform/db/schema.ts'

/** Joins the email that a user has asked for and not confirmed. A link to the email that the account has changes nothing. */
export const pendingEmailJoin = and(
  eq(emailChanges.userId, users.id),
  gt(emailChanges.expiresAt, sql`now()`),
  ne(emailChanges.newEmail, users.email),
)
