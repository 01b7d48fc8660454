import { lazy, Suspense } from 'react'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { QuizSkeleton } from './quiz-skeleton.tsx'

const QuizStages = lazy(() => import('./quiz-stages.tsx').then((module) => ({ default: module.QuizStages })))
const SampleStages = lazy(() => import('./sample-stages.tsx').then((module) => ({ default: module.SampleStages })))

/** A quiz lesson: what to expect, the attempt and its result. Loaded in the browser only, whose clock an attempt needs. */
export function Quiz({ materialId }: { materialId: number }) {
  if (!useHydrated()) return <QuizSkeleton />
  return (
    <Suspense fallback={<QuizSkeleton />}>
      <QuizStages key={materialId} materialId={materialId} />
    </Suspense>
  )
}

/** A quiz that anyone can try: nothing is stored. */
export function SampleQuiz({ materialId }: { materialId: number }) {
  if (!useHydrated()) return <QuizSkeleton />
  return (
    <Suspense fallback={<QuizSkeleton />}>
      <SampleStages key={materialId} materialId={materialId} />
    </Suspense>
  )
}
