import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import type { ReviewedQuestion, ShownQuestion } from '#contract/schemas/learning/quizzes.ts'
import { TRUE_FALSE } from '../question/answer-input.tsx'
import { ReviewedOptions } from './reviewed-options.tsx'
import { describeAnswer } from './describe-answer.ts'

interface ReviewedAnswerProps {
  question: ShownQuestion
  review: ReviewedQuestion
}

const toIds = (answer: QuizAnswer | null): string[] =>
  Array.isArray(answer) ? answer : answer === null || typeof answer === 'object' ? [] : [String(answer)]

export function ReviewedAnswer({ question, review }: ReviewedAnswerProps) {
  const { kind, options } = question
  const { answer, correct_answer, correct } = review
  if (kind === 'single' || kind === 'multiple' || kind === 'true_false')
    return (
      <ReviewedOptions
        options={kind === 'true_false' ? TRUE_FALSE : options}
        chosen={toIds(answer)}
        correct={correct_answer === null ? null : toIds(correct_answer)}
      />
    )
  return (
    <div className="mt-5 grid gap-4 sm:grid-cols-2">
      <Lines label="Your answer" lines={answer === null ? ['No answer'] : describeAnswer(question, answer)} />
      {!correct && correct_answer !== null && (
        <Lines label="Correct answer" lines={describeAnswer(question, correct_answer)} />
      )}
    </div>
  )
}

function Lines({ label, lines }: { label: string; lines: string[] }) {
  return (
    <div className="min-w-0 rounded-control border border-border px-4 py-3">
      <p className="text-sm text-muted">{label}</p>
      {lines.length === 1 ? (
        <p className="mt-0.5 font-medium break-words">{lines[0]}</p>
      ) : (
        <ol className="mt-1 list-decimal space-y-0.5 pl-5 font-medium break-words">
          {lines.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ol>
      )}
    </div>
  )
}
