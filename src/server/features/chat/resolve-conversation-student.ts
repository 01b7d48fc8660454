import { inArray } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'

/** The student of the conversation that two ids name: a student's own with an admin, or for an admin any student's. */
export async function resolveConversationStudent(
  db: Db,
  user: User,
  ids: readonly (number | undefined)[],
): Promise<number> {
  const otherIds = ids.filter((id) => id !== undefined && id !== user.student_id)
  if (user.role === 'student') {
    if (otherIds.length === 0) return user.student_id
    if (otherIds.length === 2) throw new AppError('not_allowed')
    const [partner] = await findRoles(db, otherIds)
    if (partner?.role !== 'admin') throw new AppError('not_allowed')
    return user.student_id
  }
  if (otherIds.length === 0) throw new AppError('invalid_input', { text: 'Name the student' })
  const students = (await findRoles(db, otherIds)).filter(({ role }) => role === 'student')
  const [student] = students
  if (!student) throw new AppError('user_not_found')
  if (students.length > 1) throw new AppError('not_allowed')
  return student.id
}

function findRoles(db: Db, ids: readonly (number | undefined)[]) {
  return db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(
      inArray(
        users.id,
        ids.filter((id) => id !== undefined),
      ),
    )
}
