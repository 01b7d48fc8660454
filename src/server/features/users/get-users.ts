import { asc, desc } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type USER_SORTS, USERS_PER_PAGE } from '#contract/schemas/user-panel.ts'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { cutPage } from '#server/platform/db/cut-page.ts'
import { toUser, userColumns } from './user-row.ts'
import { usersWanted } from './users-wanted.ts'

/** Each is an index's, read in either direction; the id settles what is equal. */
const SORTS: Record<(typeof USER_SORTS)[number], AnyPgColumn[]> = {
  joined: [users.joinedAt, users.id],
  name: [users.firstName, users.lastName, users.id],
  courses: [users.courseJoined, users.id],
}

export const getUsers: Handler<'getUsers'> = async ({ db }, { page, sort, descending, ...filter }) => {
  const found = await db
    .select(userColumns())
    .from(users)
    .where(usersWanted(filter))
    .orderBy(...SORTS[sort].map((column) => (descending ? desc(column) : asc(column))))
    .limit(USERS_PER_PAGE + 1)
    .offset((page - 1) * USERS_PER_PAGE)
  const { rows, nextPage } = cutPage(found, page, USERS_PER_PAGE)
  return { msg: rows.map(toUser), nextPage }
}
