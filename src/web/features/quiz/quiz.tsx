import { Suspense } from 'react'
import { lazyPart } from '#web/features/lazy-part/lazy-part.tsx'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { QuizSkeleton } from './quiz-skeleton.tsx'

const ON_CARD = { className: 'card rounded-panel py-12' }
const QuizStages = lazyPart(() => import('./quiz-stages.tsx').then((module) => module.QuizStages), ON_CARD)
const SampleStages = lazyPart(() => import('./sample-stages.tsx').then((module) => module.SampleStages), ON_CARD)

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
