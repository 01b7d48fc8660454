import type { QuizInfo } from '#contract/schemas/learning/quizzes.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import { formatDuration } from '#web/features/player/clock.ts'

/** What an attempt asks for. */
export function QuizFacts({ quiz }: { quiz: QuizInfo }) {
  const facts = [
    { label: 'Questions', value: formatCount(quiz.question_count) },
    { label: 'To pass', value: `${quiz.pass_mark}%` },
    { label: 'Time', value: quiz.time_limit_s === null ? 'No limit' : formatDuration(quiz.time_limit_s) },
    { label: 'Attempts left', value: quiz.attempts_left === null ? 'No limit' : formatCount(quiz.attempts_left) },
  ]
  return (
    <dl className="mt-6 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-border bg-border sm:grid-cols-4">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse bg-surface px-4 py-3">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="font-display text-xl font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
