import type { ReactNode } from 'react'
import type { ReviewedQuestion, ShownQuestion } from '#contract/schemas/quizzes.ts'
import { formatPoints, toPercent } from '../score.ts'
import type { QuizInfo } from '../use-quiz.ts'
import { QuestionReview } from './question-review.tsx'

interface ResultCardProps {
  quiz: Omit<QuizInfo, 'questions'>
  result: { score: number; max: number; passed: boolean; review: ReviewedQuestion[] }
  questions: ShownQuestion[]
  /** Buttons. */
  children: ReactNode
}

/** The score, what to do next, and each question with its explanation. */
export function ResultCard({ quiz, result, questions, children }: ResultCardProps) {
  const reviews = new Map(result.review.map((one) => [one.question_id, one]))
  return (
    <section aria-label={quiz.title} className="card rounded-panel p-5 sm:p-8">
      <p className="text-sm font-medium text-accent-text">{quiz.title}</p>
      <h2 className="mt-1 text-2xl sm:text-3xl">{result.passed ? 'You passed' : 'Not passed yet'}</h2>
      <p className="mt-2 text-muted">
        <strong className="text-text tabular-nums">{toPercent(result)}%</strong>, {formatPoints(result.score)} of{' '}
        {formatPoints(result.max)} points. You need {quiz.pass_mark}% to pass.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">{children}</div>
      <ol className="mt-2 divide-y divide-border">
        {questions.map((question, index) => {
          const review = reviews.get(question.question_id)
          return (
            review && (
              <li key={question.question_id} className="pb-6">
                <QuestionReview number={index + 1} question={question} review={review} />
              </li>
            )
          )
        })}
      </ol>
    </section>
  )
}
