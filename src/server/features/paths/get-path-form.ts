import { and, asc, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { isListed } from '#server/features/courses/course-row.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { courses, learningPaths, pathCourses } from '#server/platform/db/schema.ts'
import { toAdminPaths } from './get-paths-admin.ts'
import { isNotDeleted } from './path-row.ts'

export const getPathForm: Handler<'getPathForm'> = async ({ db }, { path_id }) => {
  const rows = await db
    .select()
    .from(learningPaths)
    .where(and(eq(learningPaths.id, path_id), isNotDeleted))
  const [path] = await toAdminPaths(db, rows)
  if (!path || !rows[0]) throw new AppError('path_not_found')
  const courseRows = await db
    .select({ course_id: courses.id, title: courses.title, public: courses.isPublic })
    .from(pathCourses)
    .innerJoin(courses, and(eq(courses.id, pathCourses.courseId), isListed))
    .where(eq(pathCourses.pathId, path_id))
    .orderBy(asc(pathCourses.place))
  return { msg: { path, courses: courseRows, version: rows[0].version } }
}
