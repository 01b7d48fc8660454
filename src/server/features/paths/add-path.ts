import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { learningPaths } from '#server/platform/db/schema.ts'
import { lockCourses, readPathState, replaceCourses, toPathValues } from './save-path.ts'

export const addPath: Handler<'addPath'> = async ({ db, user, from }, input) => {
  const path = await db.transaction(async (tx) => {
    await lockCourses(tx, input)
    const [added] = await tx
      .insert(learningPaths)
      .values(toPathValues(input))
      .returning({ id: learningPaths.id, version: learningPaths.version })
    if (!added) throw new Error('The insert returned no path')
    await replaceCourses(tx, added.id, input.course_ids)
    await writeLog(tx, {
      kind: 'course',
      message: `Added the path “${input.title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    const after = await readPathState(tx, added.id)
    const subject = { kind: 'path', id: added.id, name: input.title } as const
    await writeAudit(tx, { actor: user, from, action: 'path.add', subject, after })
    return added
  })
  return { msg: { ...path, msg: 'The path was added' } }
}
