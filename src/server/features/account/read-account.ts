import { eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Services } from '#server/pipeline/services.ts'
import { readSecondFactor } from '#server/features/two-factor/second-factors.ts'
import { pendingEmailJoin } from '#server/features/users/profile/pending-email-join.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { emailChanges, identities, users } from '#server/platform/db/schema.ts'

export async function readAccount(db: Db, { student_id: userId, role }: User, settings: Services['settings']) {
  const [account] = await db
    .select({
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      hasGoogle: sql<boolean>`exists (select 1 from ${identities} where ${identities.userId} = ${users.id})`,
      pendingEmail: emailChanges.newEmail,
      hasEmailLink: sql<boolean>`exists (select 1 from ${emailChanges} link where link.user_id = ${users.id} and link.expires_at > now())`,
      chatMails: users.chatMails,
    })
    .from(users)
    .leftJoin(emailChanges, pendingEmailJoin)
    .where(eq(users.id, userId))
  if (!account) throw new AppError('user_not_found')
  const isRequired = role === 'admin' && settings.adminNeedsSecondFactor
  const secondFactor = await readSecondFactor(db, userId, isRequired, settings)
  return { ...account, pendingEmail: account.pendingEmail ?? '', secondFactor }
}
