import { lazy, Suspense } from 'react'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { AssignmentSkeleton } from './assignment-skeleton.tsx'

const AssignmentStages = lazy(() =>
  import('./assignment-stages.tsx').then((module) => ({ default: module.AssignmentStages })),
)

/** An assignment lesson: the task, what the student hands in, and the feedback. */
export function Assignment({ materialId }: { materialId: number }) {
  if (!useHydrated()) return <AssignmentSkeleton />
  return (
    <Suspense fallback={<AssignmentSkeleton />}>
      <AssignmentStages key={materialId} materialId={materialId} />
    </Suspense>
  )
}
