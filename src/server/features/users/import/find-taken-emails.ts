import { inArray } from 'drizzle-orm'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'

export const findTakenEmails: Handler<'findTakenEmails'> = async ({ db }, { emails }) => {
  const taken = await db.select({ email: users.email }).from(users).where(inArray(users.email, emails))
  return { msg: taken.map(({ email }) => email) }
}
