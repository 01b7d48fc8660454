import { and, eq, ne, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { accountSubject } from '#server/http/session-store.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { removeUser } from './remove-user.ts'

export const deleteUser: Handler<'deleteUser'> = async ({ db, user, announce, pictures }, { user_id }) => {
  if (user_id === user.student_id) throw new AppError('own_account')
  const imageUrl = await db.transaction(async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, user_id))
    if (!person) throw new AppError('user_not_found')
    if (person.role === 'admin') await keepAnotherAdmin(tx, user_id)
    await removeUser(tx, user_id)
    const name = `${person.firstName} ${person.lastName}`.trim()
    await writeLog(tx, {
      kind: 'user',
      message: `Deleted ${name} (${person.email})`,
      email: user.email,
      studentId: user.student_id,
    })
    return person.imageUrl
  })
  announce([accountSubject(user_id)])
  await pictures.letGo(imageUrl)
  return { msg: 'The user is deleted' }
}

/** One after the other: of two admins who delete each other at once, the second finds itself gone. */
async function keepAnotherAdmin(tx: Tx, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('an admin is deleted', 0))`)
  const [another] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), ne(users.id, userId)))
    .limit(1)
  if (!another) throw new AppError('last_admin')
}
