import { useState } from 'react'
import type { CallOutput } from '#contract/contract.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import type { Answers } from './attempt/answer-drafts.ts'
import { QuestionPager } from './question/question-pager.tsx'
import { QuizSkeleton } from './quiz-skeleton.tsx'
import { ResultCard } from './review/result-card.tsx'
import { useSampleQuiz } from './use-quiz.ts'

type Result = CallOutput<'checkSampleQuiz'>

/** The questions, then the result, as often as wanted. */
export function SampleStages({ materialId }: { materialId: number }) {
  const { quiz, error, refetch } = useSampleQuiz(materialId)
  const [answers, setAnswers] = useState<Answers>({})
  const [result, setResult] = useState<Result>()
  const check = useMutation({
    mutationFn: () => call('checkSampleQuiz', { material_id: materialId, answers }),
    onSuccess: ({ msg }) => setResult(msg),
  })
  if (error)
    return (
      <LoadError
        className="card rounded-panel py-16"
        text={`We couldn’t load the quiz. ${error.message}.`}
        onRetry={() => void refetch()}
      />
    )
  if (!quiz) return <QuizSkeleton />
  const restart = () => {
    setAnswers({})
    setResult(undefined)
  }
  if (result)
    return (
      <ResultCard quiz={quiz} result={result} questions={quiz.questions}>
        <Button variant="secondary" onClick={restart}>
          Try again
        </Button>
      </ResultCard>
    )
  return (
    <section aria-label={quiz.title} className="card rounded-panel p-5 sm:p-8">
      <h2 dir="auto" className="text-lg font-semibold">
        {quiz.title}
      </h2>
      <p className="text-sm text-muted">Try it: nothing is stored.</p>
      <QuestionPager
        questions={quiz.questions}
        answers={answers}
        review={[]}
        onAnswer={(id, answer) => setAnswers((before) => ({ ...before, [id]: answer }))}
        isSubmitting={check.isPending}
        onSubmit={() => check.mutate()}
      />
      <div aria-live="polite" className="not-empty:mt-5">
        {check.error && <Banner variant="error" text={`${check.error.message}.`} onDismiss={check.reset} />}
      </div>
    </section>
  )
}
