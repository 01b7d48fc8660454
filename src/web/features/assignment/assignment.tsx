import { Suspense } from 'react'
import { lazyPart } from '#web/features/lazy-part/lazy-part.tsx'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { AssignmentSkeleton } from './assignment-skeleton.tsx'

const AssignmentStages = lazyPart(() => import('./assignment-stages.tsx').then((module) => module.AssignmentStages), {
  className: 'card rounded-panel py-12',
})

/** An assignment lesson: the task, what the student hands in, and the feedback. */
export function Assignment({ materialId }: { materialId: number }) {
  if (!useHydrated()) return <AssignmentSkeleton />
  return (
    <Suspense fallback={<AssignmentSkeleton />}>
      <AssignmentStages key={materialId} materialId={materialId} />
    </Suspense>
  )
}
