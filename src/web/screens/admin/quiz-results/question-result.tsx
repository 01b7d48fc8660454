import type { QuestionKind } from '#contract/choices.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { QuizResults } from './quiz-results-screen.tsx'

type Question = QuizResults['questions'][number]

const KIND_NAMES: Record<QuestionKind, string> = {
  single: 'Single choice',
  multiple: 'Multiple choice',
  true_false: 'True or false',
  short_text: 'Short text',
  number: 'Number',
  ordering: 'Ordering',
  matching: 'Matching',
}

/** Below this share of correct answers a question deserves a look. */
const HARD_PERCENT = 50
const EASY_PERCENT = 80

/** One question: how hard it is, and the mistakes that come up most. */
export function QuestionResult({ question, number }: { question: Question; number: number }) {
  const { text, kind, answered, correct_percent, wrong_answers } = question
  const headingId = `question-${question.question_id}`
  return (
    <li className="card px-4 py-4 sm:px-6 sm:py-5" aria-labelledby={headingId}>
      <div className="grid gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="min-w-0">
          <h2 id={headingId} className="font-sans text-base font-semibold wrap-anywhere">
            {number}. {text}
          </h2>
          <p className="mt-1 text-sm text-muted">
            {KIND_NAMES[kind]} · {formatCount(answered, 'answer')}
          </p>
        </div>
        <Difficulty percent={correct_percent} number={number} />
      </div>
      {wrong_answers.length > 0 && <WrongAnswers answers={wrong_answers} />}
    </li>
  )
}

function Difficulty({ percent, number }: { percent: number | null; number: number }) {
  if (percent === null) return <p className="text-sm text-muted">No answers yet.</p>
  const label = percent < HARD_PERCENT ? 'Hard' : percent < EASY_PERCENT ? 'Medium' : 'Easy'
  return (
    <div>
      <p className="mb-2 flex items-baseline justify-between gap-3 text-sm">
        <span>
          <span className="text-lg font-semibold tabular-nums">{Math.round(percent)}%</span>
          <span className="text-muted"> correct</span>
        </span>
        <span className={percent < HARD_PERCENT ? 'font-semibold text-danger' : 'text-muted'}>{label}</span>
      </p>
      <ProgressBar percent={percent} label={`Correct answers to question ${number}`} />
    </div>
  )
}

function WrongAnswers({ answers }: { answers: Question['wrong_answers'] }) {
  const most = Math.max(...answers.map(({ count }) => count))
  return (
    <div className="mt-4 border-t border-border pt-3">
      <h3 className="font-sans text-sm font-semibold text-muted">Common wrong answers</h3>
      <ul className="mt-2 grid gap-1.5">
        {answers.map(({ text, count }) => (
          <li key={text} className="grid grid-cols-[minmax(0,1fr)_3rem] items-center gap-x-3 text-sm">
            <span className="relative min-w-0 overflow-hidden rounded-md bg-raised px-2.5 py-1.5">
              <span
                aria-hidden="true"
                className="absolute inset-y-0 left-0 bg-[var(--danger-wash)]"
                style={{ width: `${(100 * count) / most}%` }}
              />
              <span className="relative wrap-anywhere">{text}</span>
            </span>
            <span className="text-right text-muted tabular-nums">
              {formatCount(count)}
              <span aria-hidden="true"> ×</span>
              <span className="sr-only"> times</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
