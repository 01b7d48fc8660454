import { useState } from 'react'
import { useSignedInUser } from '#web/data/session.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Attempt } from './attempt/attempt.tsx'
import { QuizIntro } from './quiz-intro.tsx'
import { QuizSkeleton } from './quiz-skeleton.tsx'
import { AttemptResult } from './review/attempt-result.tsx'
import { SampleStages } from './sample-stages.tsx'
import { useQuiz } from './use-quiz.ts'

/** Admins try a quiz as visitors try a sample: without an attempt. */
export function QuizStages({ materialId }: { materialId: number }) {
  const { role } = useSignedInUser()
  return role === 'admin' ? <SampleStages materialId={materialId} /> : <StudentStages materialId={materialId} />
}

function StudentStages({ materialId }: { materialId: number }) {
  const { quiz, attempts, loadedAt, error, refetch } = useQuiz(materialId)
  const [shownId, setShownId] = useState<number>()
  // After a reload the page keeps its focus.
  const [hasStarted, setStarted] = useState(false)
  // Only a preview is open: it can be tried.
  if (error?.code === 'not_enrolled') return <SampleStages materialId={materialId} />
  if (error) return <LoadError text={`We couldn’t load the quiz. ${error.message}.`} onRetry={() => void refetch()} />
  if (!quiz || !attempts) return <QuizSkeleton />
  const open = attempts.find(({ submitted_date }) => submitted_date === null)
  // Once the open attempt is submitted, by the student or because the time is up, its result shows.
  if (open && open.attempt_id !== shownId) setShownId(open.attempt_id)
  if (open) return <Attempt key={open.attempt_id} {...{ quiz, loadedAt }} attempt={open} shouldTakeFocus={hasStarted} />
  const shown = attempts.find(({ attempt_id }) => attempt_id === shownId)
  const onStart = () => setStarted(true)
  if (shown)
    return <AttemptResult quiz={quiz} attempt={shown} onStart={onStart} onClose={() => setShownId(undefined)} />
  return <QuizIntro quiz={quiz} attempts={attempts} onStart={onStart} onShowResult={setShownId} />
}
