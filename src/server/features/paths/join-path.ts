import { and, eq } from 'drizzle-orm'
import { lockAccess } from '#server/features/access/update-access.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { pathStudents } from '#server/platform/db/schema.ts'
import { finishPath } from './finish-paths.ts'
import { findPathCourses, requireVisiblePath } from './path-row.ts'

export const joinPath: Handler<'joinPath'> = async ({ db, user }, { path_id, value }) => {
  const own = { pathId: path_id, userId: user.student_id }
  const path = await requireVisiblePath(db, user, path_id)
  const { isChanged, isFinished } = await db.transaction(async (tx) => {
    const isChanged = await (value ? join(tx, own) : leave(tx, own))
    // Its courses may be finished already, or the last open one has left the path.
    const isFinished = value && (await finishPath(tx, own.userId, own.pathId))
    const action = value ? 'Started' : 'Left'
    if (isChanged)
      await writeLog(tx, {
        kind: 'learning',
        message: `${action} the path “${path.title}”`,
        email: user.email,
        studentId: user.student_id,
      })
    return { isChanged, isFinished }
  })
  if (isFinished) return { msg: 'You have finished this path' }
  if (!isChanged) return { msg: value ? 'You are on this path already' : 'You are not on this path' }
  return { msg: value ? 'You have started this path' : 'You have left this path. Your courses and progress are kept' }
}

async function join(tx: Tx, { pathId, userId }: { pathId: number; userId: number }): Promise<boolean> {
  // A course that is being finished is waited for: its transaction does not see this row.
  const courseRows = await findPathCourses(tx, [pathId])
  await lockAccess(
    tx,
    userId,
    courseRows.map(({ courseId }) => courseId),
  )
  const added = await tx
    .insert(pathStudents)
    .values({ pathId, userId })
    .onConflictDoNothing()
    .returning({ pathId: pathStudents.pathId })
  return added.length > 0
}

async function leave(tx: Tx, { pathId, userId }: { pathId: number; userId: number }): Promise<boolean> {
  const removed = await tx
    .delete(pathStudents)
    .where(and(eq(pathStudents.pathId, pathId), eq(pathStudents.userId, userId)))
    .returning({ pathId: pathStudents.pathId })
  return removed.length > 0
}
