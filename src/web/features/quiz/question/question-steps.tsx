import type { ReviewedQuestion, ShownQuestion } from '#contract/schemas/learning/quizzes.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { isAnswered } from '../answered.ts'
import type { Answers } from '../attempt/answer-drafts.ts'

interface QuestionStepsProps {
  questions: ShownQuestion[]
  answers: Answers
  review: ReviewedQuestion[]
  index: number
  onSelect: (index: number) => void
}

/** Which questions are answered, and the way to each. */
export function QuestionSteps({ questions, answers, review, index, onSelect }: QuestionStepsProps) {
  const reviewed = new Map(review.map((one) => [one.question_id, one]))
  if (questions.length === 1) return null
  return (
    <nav aria-label="Questions" className="mt-5">
      <ol className="flex flex-wrap gap-2">
        {questions.map(({ question_id }, at) => {
          const state = getState(reviewed.get(question_id), isAnswered(answers[question_id]))
          return (
            <li key={question_id}>
              <button
                type="button"
                aria-current={at === index ? 'step' : undefined}
                aria-label={`Question ${at + 1}, ${state.label}`}
                onClick={() => onSelect(at)}
                className={`grid size-9 place-items-center rounded-full border text-sm font-semibold tabular-nums transition duration-150 ${state.className} ${at === index ? 'ring-2 ring-accent-text ring-offset-2 ring-offset-surface' : ''}`}
              >
                {state.icon ? <Icon name={state.icon} size={16} /> : at + 1}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function getState(review: ReviewedQuestion | undefined, hasAnswer: boolean) {
  if (review?.correct)
    return {
      label: 'correct',
      icon: 'check',
      className: 'border-success bg-[var(--success-wash)] text-success',
    } as const
  if (review)
    return {
      label: 'not correct',
      icon: 'close',
      className: 'border-danger bg-[var(--danger-wash)] text-danger',
    } as const
  if (hasAnswer)
    return { label: 'answered', className: 'border-accent-text bg-[var(--accent-wash)] text-accent-text' } as const
  return { label: 'not answered', className: 'border-border-strong text-muted hover:bg-raised' } as const
}
