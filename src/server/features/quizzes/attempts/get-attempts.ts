import { desc, sql } from 'drizzle-orm'
import type { Handler } from '#server/pipeline/handler.ts'
import { quizAttempts } from '#server/platform/db/schema.ts'
import { attemptColumns, attemptsOf, toAttempt } from './attempt-row.ts'
import { finishIfTimeIsUp } from './finish-attempt.ts'
import { requireOwnQuiz } from '#server/features/quizzes/require-quiz.ts'

/** Each has its questions: a long history would be a large answer. */
const MAX_ATTEMPTS = 20

export const getAttempts: Handler<'getAttempts'> = async (context, { material_id }) => {
  const { db, user } = context
  const userId = user.student_id
  await requireOwnQuiz(db, user, material_id)
  await finishIfTimeIsUp(context, userId, material_id)
  const rows = await db
    .select({
      attempt: attemptColumns,
      number: sql<number>`(row_number() over (order by ${quizAttempts.id}))::int`,
    })
    .from(quizAttempts)
    .where(attemptsOf(userId, material_id))
    .orderBy(desc(quizAttempts.id))
    .limit(MAX_ATTEMPTS)
  return { msg: rows.map(({ attempt, number }) => toAttempt(attempt, number)) }
}
