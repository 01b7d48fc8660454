import type { QuizAttempt, QuizInfo } from '#contract/schemas/learning/quizzes.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useStartAttempt } from '../use-quiz.ts'
import { ResultCard } from './result-card.tsx'

interface AttemptResultProps {
  quiz: QuizInfo
  attempt: QuizAttempt
  onStart: () => void
  onClose: () => void
}

/** How an attempt went. */
export function AttemptResult({ quiz, attempt, onStart, onClose }: AttemptResultProps) {
  const { mutate: start, isPending, error } = useStartAttempt(quiz.material_id, onStart)
  const canRetry = quiz.attempts_left !== 0
  return (
    <ResultCard
      quiz={quiz}
      result={{ ...attempt, score: attempt.score ?? 0, passed: attempt.passed ?? false }}
      questions={attempt.questions}
      note={isOverTime(attempt) ? 'The time was up: what was saved is graded.' : undefined}
    >
      {error && (
        <div className="w-full">
          <Banner variant="error" text={`${error.message}.`} />
        </div>
      )}
      {canRetry && (
        <Button
          variant={attempt.passed ? 'secondary' : 'primary'}
          aria-disabled={isPending}
          onClick={() => isPending || start()}
        >
          Try again
        </Button>
      )}
      <Button variant="quiet" onClick={onClose}>
        Back to the quiz
      </Button>
    </ResultCard>
  )
}

const isOverTime = ({ ends_date, submitted_date }: QuizAttempt) => ends_date !== null && ends_date === submitted_date
