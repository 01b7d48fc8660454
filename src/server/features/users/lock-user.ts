import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'

/** Prevents the user from being deleted before the transaction commits. */
export async function lockUser(tx: Tx, userId: number): Promise<void> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share')
  if (!user) throw new AppError('not_signed_in')
}
