import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses, lessons, quizAnswers, quizAttempts } from '#server/platform/db/schema.ts'

const MAX_WRONG_ANSWERS = 5

/** Difficulty and common mistakes of each question, over all submitted attempts. */
export const getQuizResults: Handler<'getQuizResults'> = async ({ db }, { material_id }) => {
  const [lesson] = await db
    .select({ title: lessons.title, quiz: lessons.quiz })
    .from(lessons)
    .innerJoin(courses, and(eq(courses.id, lessons.courseId), isLive))
    .where(and(eq(lessons.id, material_id), eq(lessons.kind, 'quiz')))
  if (!lesson?.quiz) throw new AppError('lesson_not_found')
  const summary = await summarize(db, material_id)
  const counts = await countAnswers(db, material_id)
  const questions = lesson.quiz.questions.map(({ id, kind, text }) => {
    const answers = counts.get(id) ?? []
    const answered = sum(answers)
    const correct = sum(answers.filter(({ isCorrect }) => isCorrect))
    return {
      ...{ question_id: id, kind, text, answered },
      correct_percent: answered === 0 ? null : Math.round((1_000 * correct) / answered) / 10,
      wrong_answers: answers
        .filter(({ isCorrect }) => !isCorrect)
        .slice(0, MAX_WRONG_ANSWERS)
        .map(({ text: answer, count }) => ({ text: answer, count })),
    }
  })
  return { msg: { title: lesson.title, ...summary, questions } }
}

interface AnswerCount {
  text: string
  isCorrect: boolean
  count: number
}

const sum = (answers: readonly AnswerCount[]) => answers.reduce((total, { count }) => total + count, 0)

async function summarize(db: Pick<Db, 'select'>, lessonId: number) {
  const [row] = await db
    .select({
      attempts: sql<number>`count(*)::int`,
      students: sql<number>`count(distinct ${quizAttempts.userId})::int`,
      passed_students: sql<number>`(count(distinct ${quizAttempts.userId}) filter (where ${quizAttempts.isPassed}))::int`,
      mean_percent: sql<number | null>`round(avg(
        case when ${quizAttempts.maxScore} = 0 then 100 else 100 * ${quizAttempts.score} / ${quizAttempts.maxScore} end
      )::numeric, 1)::double precision`,
    })
    .from(quizAttempts)
    .where(
      and(
        eq(quizAttempts.lessonId, lessonId),
        eq(quizAttempts.isVoid, false),
        sql`${quizAttempts.submittedAt} is not null`,
      ),
    )
  return row ?? { attempts: 0, students: 0, passed_students: 0, mean_percent: null }
}

/** By question, the most frequent first. Questions that were left out are not answers. */
async function countAnswers(db: Pick<Db, 'execute'>, lessonId: number): Promise<Map<string, AnswerCount[]>> {
  const { rows } = await db.execute<{ question_id: string; text: string; is_correct: boolean; count: number }>(sql`
    select question_id, answer_text as text, is_correct, count(*)::int as count
    from ${quizAnswers}
    where lesson_id = ${lessonId} and answer_text <> ''
      and attempt_id not in (select id from ${quizAttempts} where lesson_id = ${lessonId} and is_void)
    group by question_id, answer_text, is_correct
    order by count desc, answer_text
  `)
  const counts = new Map<string, AnswerCount[]>()
  for (const { question_id, text, is_correct, count } of rows) {
    const answers = counts.get(question_id) ?? []
    answers.push({ text, isCorrect: is_correct, count })
    counts.set(question_id, answers)
  }
  return counts
}
