import { asc, desc } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { USER_SORTS } from '#contract/choices.ts'
import { USERS_PER_PAGE } from '#contract/limits.ts'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isOnPage, paginate } from '#server/platform/db/paginate.ts'
import { toUser, getUserColumns } from '#server/platform/db/user-row.ts'
import { usersFilter } from './users-filter.ts'

/** Each list matches an index, which is read in either direction. The id makes the order unique. */
const SORTS: Record<(typeof USER_SORTS)[number], AnyPgColumn[]> = {
  joined: [users.joinedAt, users.id],
  name: [users.firstName, users.lastName, users.id],
  courses: [users.courseJoined, users.id],
}

/** From here on reading all sessions takes less time than looking up those of the users who are skipped. */
const DEEP_OFFSET = 1_000

export const getUsers: Handler<'getUsers'> = async ({ db }, { page, sort, descending, ...filter }) => {
  const offset = (page - 1) * USERS_PER_PAGE
  const order = SORTS[sort].map((column) => (descending ? desc(column) : asc(column)))
  const ids = db
    .select({ id: users.id })
    .from(users)
    .where(await usersFilter(db, filter, { isDeep: offset > DEEP_OFFSET }))
    .orderBy(...order)
    .limit(USERS_PER_PAGE + 1)
    .offset(offset)
  const found = await db
    .select(getUserColumns())
    .from(users)
    .where(isOnPage(users.id, ids))
    .orderBy(...order)
  const { rows, nextPage } = paginate(found, page, USERS_PER_PAGE)
  return { msg: rows.map(toUser), nextPage }
}
