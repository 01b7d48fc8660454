import { desc } from 'drizzle-orm'
import { PATHS_PER_PAGE } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { learningPaths } from '#server/platform/db/schema.ts'
import { findRanked } from '#server/platform/search/find-ranked.ts'
import { findPathCourses, isPublicPath, PATH_SEARCH, toPath } from './path-row.ts'

export const getPaths: Handler<'getPaths'> = async ({ db }, { page, search_text }) => {
  const where = isPublicPath(db)
  const [limit, offset] = [PATHS_PER_PAGE + 1, (page - 1) * PATHS_PER_PAGE]
  const select = (from: Pick<Db, 'select'> = db) => from.select().from(learningPaths)
  const findPage = async () => {
    if (search_text === '') return select().where(where).orderBy(desc(learningPaths.id)).limit(limit).offset(offset)
    const search = { search: search_text, where, sort: [PATH_SEARCH.id], limit, offset }
    return findRanked(db, PATH_SEARCH, search, (from, isFound) => select(from).where(isFound))
  }
  const { rows, nextPage } = paginate(await findPage(), page, PATHS_PER_PAGE)
  const courseRows = await findPathCourses(
    db,
    rows.map(({ id }) => id),
  )
  return { msg: rows.map((row) => toPath(row, courseRows)), nextPage }
}
