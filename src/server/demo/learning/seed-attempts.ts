import { and, asc, eq, sql } from 'drizzle-orm'
import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import type { Quiz } from '#contract/schemas/learning/quiz-input.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { toAnswerText } from '#server/features/quizzes/answer-text.ts'
import { drawQuestions, sumPoints } from '#server/features/quizzes/attempts/draw-questions.ts'
import { isPassing } from '#server/features/quizzes/attempts/finish-attempt.ts'
import { gradeAnswer } from '#server/features/quizzes/grade-answer.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { enrollments, lessonProgress, lessons, quizAnswers, quizAttempts } from '#server/platform/db/schema.ts'
import type { DemoQuiz } from '#server/demo/demo-academy.ts'
import { type Random, seededRandom } from '#server/demo/seeded-random.ts'
import { answerQuestion } from './answer-question.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A student with fewer does not try the quiz yet. */
const MIN_COMPLETED = 2
const MAX_TRIES = 40

interface QuizStudent {
  userId: number
  enrolledAt: Date
  completedAt: Date | null
  completed: number
}

/** Attempts of students who have completed the quiz, with the last one passed, and of those who have not passed it yet. */
export async function seedAttempts(tx: Tx, demoQuizzes: readonly DemoQuiz[]): Promise<void> {
  for (const [index, demoQuiz] of demoQuizzes.entries()) {
    const random = seededRandom(100 + index)
    const [lesson] = await tx
      .select({ id: lessons.id, courseId: lessons.courseId, place: lessons.place, quiz: lessons.quiz })
      .from(lessons)
      .where(and(eq(lessons.title, demoQuiz.title), eq(lessons.kind, 'quiz')))
    if (!lesson?.quiz) throw new Error(`The demo quiz “${demoQuiz.title}” was not added`)
    const students = await findStudents(tx, lesson)
    const simulate = (wantsPass: boolean) => simulateAttempt(demoQuiz, lesson.quiz as Quiz, wantsPass, random)
    const attempts = students.flatMap((student) => planAttempts(student, simulate, random))
    attempts.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
    for (const { graded, ...attempt } of attempts) {
      const [row] = await tx
        .insert(quizAttempts)
        .values({ ...attempt, lessonId: lesson.id, passMark: lesson.quiz.pass_mark, answersShown: 'end' })
        .returning({ id: quizAttempts.id })
      if (!row) throw new Error('The demo attempt was not added')
      await tx.insert(quizAnswers).values(graded.map((one) => ({ ...one, attemptId: row.id, lessonId: lesson.id })))
    }
  }
}

/** Those who have completed it, and those who are past the first lessons and may open it. */
async function findStudents(tx: Tx, lesson: { id: number; courseId: number }): Promise<QuizStudent[]> {
  const rows = await tx
    .select({
      userId: enrollments.userId,
      enrolledAt: enrollments.createdAt,
      completedAt: lessonProgress.completedAt,
      completed: enrollments.completedLessons,
      isOpen: sql<boolean>`coalesce((
        select ${enrollments.createdAt} + coalesce(s.opens_after_days, 0) * interval '24 hours' < now() - interval '1 day'
        from lessons l left join sections s on s.id = l.section_id where l.id = ${lesson.id}
      ), false)`,
    })
    .from(enrollments)
    .leftJoin(
      lessonProgress,
      and(eq(lessonProgress.userId, enrollments.userId), eq(lessonProgress.lessonId, lesson.id)),
    )
    .where(and(eq(enrollments.courseId, lesson.courseId), hasAccess))
    .orderBy(asc(enrollments.id))
  return rows.filter(
    ({ completedAt, completed, isOpen }) => completedAt !== null || (isOpen && completed >= MIN_COMPLETED),
  )
}

type Simulated = ReturnType<typeof simulateAttempt>

function planAttempts(
  { userId, enrolledAt, completedAt }: QuizStudent,
  simulate: (wantsPass: boolean) => Simulated,
  random: Random,
) {
  const failures = completedAt ? random.between(0, 2) : random.between(1, 4)
  const end = completedAt ?? new Date(Date.now() - random.between(3, 60) * HOUR_MS)
  const room = Math.max(0, end.getTime() - enrolledAt.getTime())
  return [...Array(failures + (completedAt ? 1 : 0)).keys()].map((index) => {
    const isLast = completedAt !== null && index === failures
    // The last ones of the time since the enrollment, some hours apart.
    const submittedAt = isLast ? end : new Date(end.getTime() - (room * (failures - index)) / (4 * (failures + 1)))
    const startedAt = new Date(Math.max(enrolledAt.getTime(), submittedAt.getTime() - random.between(3, 9) * MINUTE_MS))
    return { userId, startedAt, submittedAt, ...simulate(isLast) }
  })
}

/** By chance, until it passes or fails as wanted. */
function simulateAttempt(demoQuiz: DemoQuiz, quiz: Quiz, wantsPass: boolean, random: Random) {
  for (let tries = 0; ; tries++) {
    const questions = drawQuestions(quiz, (items) => random.shuffle(items))
    const answers: Record<string, QuizAnswer> = {}
    for (const question of questions) {
      const { known = 50, mistakes = [] } = demoQuiz.difficulty[question.id] ?? {}
      // A student who has failed before knows a little more each time.
      const isKnown = wantsPass ? random.between(1, 100) <= known + 25 + 2 * tries : random.between(1, 100) <= known
      answers[question.id] = answerQuestion(question, isKnown, mistakes, random)
    }
    const graded = questions.map((question) => ({
      questionId: question.id,
      answerText: toAnswerText(question, answers[question.id]),
      ...gradeAnswer(question, answers[question.id]),
    }))
    const score = sumPoints(graded.map(({ points }) => points))
    const maxScore = sumPoints(questions.map(({ points }) => points))
    const isPassed = isPassing({ score, max: maxScore, passMark: quiz.pass_mark })
    if (isPassed === wantsPass) return { questions, answers, graded, score, maxScore, isPassed }
    if (tries > MAX_TRIES) throw new Error(`The demo quiz “${demoQuiz.title}” is too easy or too hard`)
  }
}
