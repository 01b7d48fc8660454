import type { QuizAttempt } from '#contract/schemas/quizzes.ts'
import { Button } from '#web/ui/button.tsx'
import { useStartAttempt, type QuizInfo } from '../use-quiz.ts'
import { ResultCard } from './result-card.tsx'

interface AttemptResultProps {
  quiz: Omit<QuizInfo, 'questions'>
  attempt: QuizAttempt
  onClose: () => void
}

/** How an attempt went. */
export function AttemptResult({ quiz, attempt, onClose }: AttemptResultProps) {
  const { mutate: start, isPending } = useStartAttempt(quiz.material_id)
  const canRetry = quiz.attempts_left !== 0
  return (
    <ResultCard
      quiz={quiz}
      result={{ ...attempt, score: attempt.score ?? 0, passed: attempt.passed ?? false }}
      questions={attempt.questions}
    >
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
