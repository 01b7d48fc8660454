import { asc, desc, sql } from 'drizzle-orm'
import { ERROR_GROUPS_PER_PAGE } from '#contract/limits.ts'
import { errorGroups } from '#server/platform/db/schema.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import type { Handler } from '#server/pipeline/handler.ts'

export const getErrorGroups: Handler<'getErrorGroups'> = async ({ db }, { page }) => {
  const found = await db
    .select()
    .from(errorGroups)
    .orderBy(asc(sql`${errorGroups.solvedAt} is not null`), desc(errorGroups.lastAt), desc(errorGroups.id))
    .limit(ERROR_GROUPS_PER_PAGE + 1)
    .offset((page - 1) * ERROR_GROUPS_PER_PAGE)
  const { rows, nextPage } = paginate(found, page, ERROR_GROUPS_PER_PAGE)
  const msg = rows.map(({ id, firstAt, lastAt, requestId, solvedAt, ...group }) => ({
    ...group,
    error_id: id,
    first_date: firstAt.toISOString(),
    last_date: lastAt.toISOString(),
    request_id: requestId,
    isSolved: solvedAt !== null,
  }))
  return { msg, nextPage }
}
