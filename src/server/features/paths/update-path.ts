import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { learningPaths } from '#server/platform/db/schema.ts'
import { isNotDeleted } from './path-row.ts'
import { lockCourses, readPathState, replaceCourses, toPathValues } from './save-path.ts'

export const updatePath: Handler<'updatePath'> = async ({ db, user, from }, { path_id, version, ...input }) => {
  const newVersion = await db.transaction(async (tx) => {
    const [path] = await tx
      .select({ version: learningPaths.version })
      .from(learningPaths)
      .where(and(eq(learningPaths.id, path_id), isNotDeleted))
      .for('update')
    if (!path) throw new AppError('path_not_found')
    if (version !== undefined && version !== path.version) throw new AppError('changed_meanwhile')
    await lockCourses(tx, input)
    const before = await readPathState(tx, path_id)
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
    const subject = { kind: 'path', id: path_id, name: input.title } as const
    const after = await readPathState(tx, path_id)
    await writeAudit(tx, { actor: user, from, action: 'path.change', subject, before, after })
    return path.version + 1
  })
  return { msg: { id: path_id, msg: 'The path was saved', version: newVersion } }
}
