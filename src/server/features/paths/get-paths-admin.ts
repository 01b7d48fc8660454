import { and, count, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { VISIBILITY_FILTERS } from '#contract/choices.ts'
import { ADMIN_COURSES_PER_PAGE } from '#contract/limits.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { learningPaths, pathStudents } from '#server/platform/db/schema.ts'
import { findRanked } from '#server/platform/search/find-ranked.ts'
import { findPathCourses, isNotDeleted, PATH_SEARCH, type PathRow, toPath } from './path-row.ts'

const FILTERS: Record<(typeof VISIBILITY_FILTERS)[number], SQL | undefined> = {
  '': undefined,
  Public: eq(learningPaths.isPublic, true),
  Draft: eq(learningPaths.isPublic, false),
}

export const getPathsAdmin: Handler<'getPathsAdmin'> = async ({ db }, { page, search_text, select_data }) => {
  const where = and(isNotDeleted, FILTERS[select_data])
  const [limit, offset] = [ADMIN_COURSES_PER_PAGE + 1, (page - 1) * ADMIN_COURSES_PER_PAGE]
  const select = (from: Pick<Db, 'select'> = db) => from.select().from(learningPaths)
  const findPage = async () => {
    if (search_text === '') return select().where(where).orderBy(desc(learningPaths.id)).limit(limit).offset(offset)
    const search = { search: search_text, where, sort: [PATH_SEARCH.id], limit, offset }
    return findRanked(db, PATH_SEARCH, search, (from, isFound) => select(from).where(isFound))
  }
  const { rows, nextPage } = paginate(await findPage(), page, ADMIN_COURSES_PER_PAGE)
  return { msg: await toAdminPaths(db, rows), nextPage }
}

export async function toAdminPaths(db: Pick<Db, 'select'>, rows: readonly PathRow[]) {
  const ids = rows.map(({ id }) => id)
  const [courseRows, counts] = await Promise.all([
    findPathCourses(db, ids),
    db
      .select({ pathId: pathStudents.pathId, students: count() })
      .from(pathStudents)
      .where(inArray(pathStudents.pathId, ids))
      .groupBy(pathStudents.pathId),
  ])
  const students = new Map(counts.map((row) => [row.pathId, row.students]))
  return rows.map((row) => ({
    ...toPath(row, courseRows),
    public: row.isPublic,
    students: students.get(row.id) ?? 0,
  }))
}
