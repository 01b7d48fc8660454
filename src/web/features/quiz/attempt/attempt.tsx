import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { AppError } from '#contract/errors.ts'
import type { QuizAttempt, QuizInfo } from '#contract/schemas/learning/quizzes.ts'
import { invalidateAfter } from '#web/data/invalidate.ts'
import { Banner } from '#web/ui/banner.tsx'
import { QuestionPager } from '../question/question-pager.tsx'
import { useSubmitAttempt } from '../use-quiz.ts'
import { Countdown } from './countdown.tsx'
import { SaveStatus } from './save-status.tsx'
import { useAnswers } from './use-answers.ts'

interface AttemptProps {
  quiz: QuizInfo
  attempt: QuizAttempt
  /** When the attempt arrived, by the browser's clock. */
  loadedAt: number
  /** The student has just started it. */
  shouldTakeFocus: boolean
}

/** The open attempt: its questions one at a time, saved as the student goes. */
export function Attempt({ quiz, attempt, loadedAt, shouldTakeFocus }: AttemptProps) {
  const client = useQueryClient()
  const checksEach = attempt.answers_shown === 'each'
  const { saver, answers, status, error } = useAnswers(quiz.material_id, attempt, checksEach)
  const submission = useSubmitAttempt(attempt.attempt_id)
  const [isSubmitting, setSubmitting] = useState(false)

  async function submit() {
    setSubmitting(true)
    await saver.flush()
    // A failure is shown, and a second try returns the same result.
    await submission.mutateAsync().catch(() => undefined)
    setSubmitting(false)
  }
  // The server has ended the attempt: its result is loaded.
  const hasEnded = error instanceof AppError && error.code === 'attempt_ended'
  useEffect(() => {
    if (hasEnded) void invalidateAfter(client, 'submitAttempt')
  }, [client, hasEnded])

  const dismiss = () => {
    saver.dismiss()
    submission.reset()
  }
  return (
    <section aria-label={quiz.title} className="card rounded-panel p-5 sm:p-8">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 dir="auto" className="min-w-0 text-lg font-semibold">
          {quiz.title}
        </h2>
        <div className="flex items-center gap-4 text-sm">
          <SaveStatus status={status} />
          {attempt.seconds_left !== null && (
            <Countdown endsAt={loadedAt + attempt.seconds_left * 1_000} onEnd={() => void submit()} />
          )}
        </div>
      </header>
      <QuestionPager
        questions={attempt.questions}
        answers={answers}
        review={attempt.review}
        onAnswer={(id, answer) => saver.set(id, answer)}
        {...(checksEach && { onCheck: (id: string) => saver.check(id) })}
        shouldTakeFocus={shouldTakeFocus}
        isSubmitting={isSubmitting}
        onSubmit={() => void submit()}
      />
      <div aria-live="polite" className="not-empty:mt-5">
        {(error ?? submission.error) && (
          <Banner variant="error" text={`${(error ?? submission.error)?.message}.`} onDismiss={dismiss} />
        )}
      </div>
    </section>
  )
}
