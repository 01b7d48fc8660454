import { desc } from 'drizzle-orm'
import { USERS_PER_PAGE } from '#contract/user-panel.ts'
import { users } from '#server/db/schema.ts'
import type { Handler } from '#server/handler.ts'
import { cutPage } from '../cut-page.ts'
import { toUser, userColumns } from './user-row.ts'

export const getUsers: Handler<'getUsers'> = async ({ db }, { page }) => {
  const found = await db
    .select(userColumns())
    .from(users)
    .orderBy(desc(users.id))
    .limit(USERS_PER_PAGE + 1)
    .offset((page - 1) * USERS_PER_PAGE)
  const { rows, nextPage } = cutPage(found, page, USERS_PER_PAGE)
  return { msg: rows.map(toUser), nextPage }
}
