import type { ReviewedQuestion, ShownQuestion } from '#contract/schemas/quizzes.ts'
import type { Answers } from '../attempt/answer-drafts.ts'

interface QuestionStepsProps {
  questions: ShownQuestion[]
  answers: Answers
  review: ReviewedQuestion[]
  index: number
  onSelect: (index: number) => void
}

/** Where the student is, which questions are answered, and the way to each. */
export function QuestionSteps({ questions, answers, review, index, onSelect }: QuestionStepsProps) {
  const reviewed = new Map(review.map((one) => [one.question_id, one]))
  return (
    <nav aria-label="Questions" className="mt-5">
      <ol className="flex flex-wrap gap-1.5">
        {questions.map(({ question_id }, at) => {
          const state = getState(reviewed.get(question_id), answers[question_id] !== undefined)
          return (
            <li key={question_id}>
              <button
                type="button"
                aria-current={at === index ? 'step' : undefined}
                aria-label={`Question ${at + 1}, ${state.label}`}
                onClick={() => onSelect(at)}
                className={`grid size-8 place-items-center rounded-control border text-xs font-semibold tabular-nums transition duration-150 ${state.className} ${at === index ? 'ring-2 ring-accent-text ring-offset-2 ring-offset-surface' : ''}`}
              >
                {at + 1}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function getState(review: ReviewedQuestion | undefined, isAnswered: boolean) {
  if (review?.correct) return { label: 'correct', className: 'border-success bg-[var(--success-wash)] text-success' }
  if (review) return { label: 'not correct', className: 'border-danger bg-[var(--danger-wash)] text-danger' }
  if (isAnswered) return { label: 'answered', className: 'border-accent-text bg-[var(--accent-wash)] text-accent-text' }
  return { label: 'not answered', className: 'border-border-strong text-muted hover:bg-raised' }
}
