import type { Ref } from 'react'
import type { ReviewedQuestion, ShownQuestion } from '#contract/schemas/learning/quizzes.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { QuestionText } from '../question/question-text.tsx'
import { formatPoints } from '../score.ts'
import { ReviewedAnswer } from './reviewed-answer.tsx'

interface QuestionReviewProps {
  headingRef?: Ref<HTMLHeadingElement>
  number: number
  question: ShownQuestion
  review: ReviewedQuestion
}

/** A question with the student's answer, the right one and why. */
export function QuestionReview({ headingRef, number, question, review }: QuestionReviewProps) {
  const { correct, points, max, explanation } = review
  return (
    <div className="mt-7">
      <QuestionText number={number} question={question} {...(headingRef && { headingRef })} />
      <ReviewedAnswer question={question} review={review} />
      <div
        className={`mt-5 rounded-card px-4 py-3.5 ${correct ? 'bg-[var(--success-wash)]' : 'bg-[var(--danger-wash)]'}`}
      >
        <p className={`flex items-center gap-2 font-semibold ${correct ? 'text-success' : 'text-danger'}`}>
          <Icon name={correct ? 'check' : 'close'} size={18} />
          {getVerdict(review)}
          <span className="ml-auto text-sm font-medium text-text tabular-nums">
            {formatPoints(points)} of {formatPoints(max)} {max === 1 ? 'point' : 'points'}
          </span>
        </p>
        {explanation && <p className="mt-1.5 break-words whitespace-pre-line">{explanation}</p>}
      </div>
    </div>
  )
}

export function getVerdict({ correct, points, answer }: ReviewedQuestion): string {
  if (correct) return 'Correct'
  if (answer === null) return 'Not answered'
  return points > 0 ? 'Partly correct' : 'Not correct'
}
