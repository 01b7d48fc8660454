import type { QuizAttempt } from '#contract/schemas/learning/quizzes.ts'
import { Button } from '#web/ui/button.tsx'
import { formatMediumDate } from '#web/ui/format/format-date.ts'
import { toPercent } from './score.ts'

interface PastAttemptsProps {
  /** Newest first, all of them submitted. */
  attempts: QuizAttempt[]
  onShowResult: (attemptId: number) => void
}

export function PastAttempts({ attempts, onShowResult }: PastAttemptsProps) {
  return (
    <div className="mt-8 border-t border-border pt-6">
      <h3 className="text-lg">Your attempts</h3>
      <ol className="mt-3 divide-y divide-border">
        {attempts.map((attempt) => (
          <li key={attempt.attempt_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <span className="w-24 text-sm font-medium">Attempt {attempt.number}</span>
            <span className="w-14 font-semibold tabular-nums">{toPercent(attempt)}%</span>
            <span className={`text-sm ${attempt.passed ? 'text-success' : 'text-muted'}`}>
              {attempt.passed ? 'Passed' : 'Not passed'}
            </span>
            <span className="text-sm text-muted">
              {formatMediumDate(attempt.submitted_date ?? attempt.started_date)}
            </span>
            <Button
              variant="quiet"
              size="sm"
              className="ml-auto"
              aria-label={`Show the result of attempt ${attempt.number}`}
              onClick={() => onShowResult(attempt.attempt_id)}
            >
              Show result
            </Button>
          </li>
        ))}
      </ol>
    </div>
  )
}
