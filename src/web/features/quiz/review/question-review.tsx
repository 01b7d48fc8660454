import type { ReviewedQuestion, ShownQuestion } from '#contract/schemas/quizzes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { QuestionText } from '../question/question-text.tsx'
import { formatPoints } from '../score.ts'
import { describeAnswer } from './describe-answer.ts'

interface QuestionReviewProps {
  number: number
  question: ShownQuestion
  review: ReviewedQuestion
}

/** A question with the student's answer, the right one and why. */
export function QuestionReview({ number, question, review }: QuestionReviewProps) {
  const { correct, points, max, answer, correct_answer, explanation } = review
  return (
    <div className="mt-6">
      <QuestionText number={number} question={question} />
      <div
        className={`mt-5 rounded-card border-l-4 px-4 py-3 ${correct ? 'border-success bg-[var(--success-wash)]' : 'border-danger bg-[var(--danger-wash)]'}`}
      >
        <p className={`flex items-center gap-2 font-semibold ${correct ? 'text-success' : 'text-danger'}`}>
          <Icon name={correct ? 'check' : 'close'} size={18} />
          {getVerdict(review)}
          <span className="ml-auto text-sm font-normal text-muted tabular-nums">
            {formatPoints(points)} of {formatPoints(max)}
          </span>
        </p>
        <Answer label="Your answer" lines={answer === null ? ['No answer'] : describeAnswer(question, answer)} />
        {!correct && correct_answer !== null && (
          <Answer label="Correct answer" lines={describeAnswer(question, correct_answer)} />
        )}
      </div>
      {explanation && <p className="mt-4 whitespace-pre-line text-muted">{explanation}</p>}
    </div>
  )
}

function getVerdict({ correct, points }: ReviewedQuestion): string {
  if (correct) return 'Correct'
  return points > 0 ? 'Partly correct' : 'Not correct'
}

function Answer({ label, lines }: { label: string; lines: string[] }) {
  return (
    <div className="mt-2 text-sm">
      <span className="text-muted">{label}: </span>
      {lines.length === 1 ? (
        <span className="font-medium break-words">{lines[0]}</span>
      ) : (
        <ol className="mt-1 list-inside list-decimal font-medium">
          {lines.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ol>
      )}
    </div>
  )
}
