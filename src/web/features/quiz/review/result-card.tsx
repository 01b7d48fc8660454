import { type ReactNode, useEffect, useRef } from 'react'
import type { QuizInfo, ReviewedQuestion, ShownQuestion } from '#contract/schemas/learning/quizzes.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { formatPoints, toPercent } from '../score.ts'
import { QuestionReview } from './question-review.tsx'

interface ResultCardProps {
  quiz: QuizInfo
  result: { score: number; max: number; passed: boolean; review: ReviewedQuestion[] }
  questions: ShownQuestion[]
  /** A sentence on how the attempt ended. */
  note?: string | undefined
  /** Buttons. */
  children: ReactNode
}

/** The score, what to do next, and each question with its explanation. */
export function ResultCard({ quiz, result, questions, note, children }: ResultCardProps) {
  const percent = toPercent(result)
  return (
    <section
      aria-label={quiz.title}
      className={`card rounded-panel p-5 sm:p-8 ${result.passed ? 'border-success/60' : ''}`}
    >
      <p dir="auto" className="text-sm font-medium text-accent-text">
        {quiz.title}
      </p>
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-6">
        <ResultHeading>{result.passed ? 'You passed' : 'Not passed yet'}</ResultHeading>
        <p className={`font-display text-4xl font-semibold tabular-nums ${result.passed ? 'text-success' : ''}`}>
          {percent}%
        </p>
      </div>
      <div className="mt-4">
        <ProgressBar percent={Math.min(100, percent)} label="Score" />
      </div>
      <p className="mt-3 text-muted">
        {formatPoints(result.score)} of {formatPoints(result.max)} {result.max === 1 ? 'point' : 'points'}. You need{' '}
        {quiz.pass_mark}% to pass. {note}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">{children}</div>
      {result.review.length === 0 ? (
        <p className="mt-6 text-sm text-muted">The answers to this quiz are not shown.</p>
      ) : (
        <Reviews review={result.review} questions={questions} />
      )}
    </section>
  )
}

/** The button that had the focus is gone, so the result takes it. */
function ResultHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
      {children}
    </h2>
  )
}

function Reviews({ review, questions }: { review: ReviewedQuestion[]; questions: ShownQuestion[] }) {
  const reviews = new Map(review.map((one) => [one.question_id, one]))
  return (
    <ol className="mt-7 divide-y divide-border border-t border-border">
      {questions.map((question, index) => {
        const reviewed = reviews.get(question.question_id)
        return (
          reviewed && (
            <li key={question.question_id} className="pb-7">
              <QuestionReview number={index + 1} question={question} review={reviewed} />
            </li>
          )
        )
      })}
    </ol>
  )
}
