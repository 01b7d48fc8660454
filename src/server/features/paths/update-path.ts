import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { learningPaths } from '#server/platform/db/schema.ts'
import { isNotDeleted } from './path-row.ts'
import { lockCourses, replaceCourses, toPathValues } from './save-path.ts'

export const updatePath: Handler<'updatePath'> = async ({ db, user }, { path_id, version, ...input }) => {
  const newVersion = await db.transaction(async (tx) => {
    const [path] = await tx
      .select({ version: learningPaths.version })
      .from(learningPaths)
      .where(and(eq(learningPaths.id, path_id), isNotDeleted))
      .for('update')
    if (!path) throw new AppError('path_not_found')
    if (version !== undefined && version !== path.version) throw new AppError('changed_meanwhile')
    await lockCourses(tx, input)
    await tx
      .update(learningPaths)
      .set({ ...toPathValues(input), version: path.version + 1, updatedAt: sql`now()` })
      .where(eq(learningPaths.id, path_id))
    await replaceCourses(tx, path_id, input.course_ids)
    await writeLog(tx, {
      kind: 'course',
      message: `Changed the path “${input.title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    return path.version + 1
  })
  return { msg: { id: path_id, msg: 'The path was saved', version: newVersion } }
}
