import type { CallOutput } from '#contract/contract.ts'
import type { QuizAttempt } from '#contract/schemas/learning/quizzes.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PastAttempts } from './past-attempts.tsx'
import { QuizFacts } from './quiz-facts.tsx'
import { useStartAttempt } from './use-quiz.ts'

interface QuizIntroProps {
  quiz: CallOutput<'getQuiz'>
  /** All of them are submitted. */
  attempts: QuizAttempt[]
  onStart: () => void
  onShowResult: (attemptId: number) => void
}

export function QuizIntro({ quiz, attempts, onStart, onShowResult }: QuizIntroProps) {
  const { mutate: start, isPending, error, reset } = useStartAttempt(quiz.material_id, onStart)
  const canStart = quiz.attempts_left !== 0
  return (
    <section aria-label={quiz.title} className="card rounded-panel p-5 sm:p-8">
      <p className="text-sm font-medium text-accent-text">Quiz</p>
      <h2 dir="auto" className="mt-1 text-2xl sm:text-3xl">
        {quiz.title}
      </h2>
      <QuizFacts quiz={quiz} />
      {quiz.passed && (
        <div className="mt-6">
          <Banner variant="success" text="You have passed this quiz." />
        </div>
      )}
      {error && (
        <div className="mt-6">
          <Banner variant="error" text={`${error.message}.`} onDismiss={reset} />
        </div>
      )}
      {canStart ? (
        <Button
          size="lg"
          className="mt-6 max-sm:w-full"
          variant={quiz.passed ? 'secondary' : 'primary'}
          aria-disabled={isPending}
          onClick={() => isPending || start()}
        >
          {attempts.length === 0 ? 'Start quiz' : 'Try again'}
        </Button>
      ) : (
        !quiz.passed && <p className="mt-6 text-muted">You have used all attempts.</p>
      )}
      {quiz.time_limit_s !== null && canStart && (
        <p className="mt-3 text-sm text-muted">
          The time starts when you do, and runs on when you leave the page.{' '}
          {quiz.answers_shown === 'each'
            ? 'An answer is saved when you check it.'
            : 'Your answers are saved as you go.'}
        </p>
      )}
      {attempts.length > 0 && <PastAttempts attempts={attempts} onShowResult={onShowResult} />}
    </section>
  )
}
