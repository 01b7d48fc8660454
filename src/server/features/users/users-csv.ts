import { and, between, desc } from 'drizzle-orm'
import * as z from 'zod/mini'
import { getUsers } from '#contract/schemas/accounts/admin-users.ts'
import { users } from '#server/platform/db/schema.ts'
import { toUser, getUserColumns } from '#server/platform/db/user-row.ts'
import { usersFilter } from './users-filter.ts'
import { type CsvFile, findIdRange } from '#server/features/exports/csv-file.ts'

const filter = z.pick(getUsers.input, { search_text: true, select_data: true })

/** The import accepts this file. */
export const usersCsv: CsvFile<typeof filter> = {
  name: 'users',
  filter,
  columns: [
    'student_id',
    'first_name',
    'last_name',
    'email',
    'role',
    'active',
    'joined_at',
    'birthdate',
    'gender',
    'course_joined',
  ],
  nextRange: (db, beforeId) => findIdRange(db, users.id, beforeId),
  where: usersFilter,
  async rows(db, where, { first, last }) {
    const found = await db
      .select(getUserColumns())
      .from(users)
      .where(and(where, between(users.id, first, last)))
      .orderBy(desc(users.id))
    return found
      .map(toUser)
      .map((user) => [
        ...[user.student_id, user.first_name, user.last_name, user.email, user.role, user.status_user],
        ...[user.joined_at, user.birthdate, user.gender, user.course_joined],
      ])
  },
}
