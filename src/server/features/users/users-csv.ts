import { and, desc, lt } from 'drizzle-orm'
import * as z from 'zod/mini'
import { getUsers } from '#contract/schemas/admin-users.ts'
import { users } from '#server/platform/db/schema.ts'
import { toUser, getUserColumns } from '#server/platform/db/user-row.ts'
import { usersFilter } from './users-filter.ts'
import { type CsvFile, BATCH_SIZE } from '#server/features/exports/csv-file.ts'

const filter = z.pick(getUsers.input, { search_text: true, select_data: true })

/** The users that the panel lists; an import takes the file again. */
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
  async rows(db, filterValues, beforeId) {
    const found = await db
      .select(getUserColumns())
      .from(users)
      .where(and(usersFilter(filterValues), beforeId === undefined ? undefined : lt(users.id, beforeId)))
      .orderBy(desc(users.id))
      .limit(BATCH_SIZE)
    return found.map(toUser).map((user) => ({
      id: user.student_id,
      cells: [
        ...[user.student_id, user.first_name, user.last_name, user.email, user.role, user.status_user],
        ...[user.joined_at, user.birthdate, user.gender, user.course_joined],
      ],
    }))
  },
}
