import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { LessonKind } from '#contract/choices.ts'
import type { LessonContent as Content } from '#contract/schemas/learning/lessons.ts'
import { query } from '#web/data/api.ts'
import { Assignment } from '#web/features/assignment/assignment.tsx'
import { lazyPart } from '#web/features/lazy-part/lazy-part.tsx'
import { Quiz, SampleQuiz } from '#web/features/quiz/quiz.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'

const ON_CARD = { className: 'card rounded-panel py-12' }
const Article = lazyPart(() => import('./article.tsx').then((module) => module.Article), ON_CARD)
const FileLesson = lazyPart(() => import('./file-lesson.tsx').then((module) => module.FileLesson), ON_CARD)
const EmbedFrame = lazyPart(() => import('./embed-frame.tsx').then((module) => module.EmbedFrame), ON_CARD)

interface LessonContentProps {
  lesson: { material_id: number; title: string; kind: LessonKind }
  /** For visitors and students without the course: a quiz is graded without an attempt. */
  isSample?: boolean
}

/** A lesson of any kind but video. */
export function LessonContent({ lesson: { material_id, kind }, isSample = false }: LessonContentProps) {
  if (kind === 'quiz') return isSample ? <SampleQuiz materialId={material_id} /> : <Quiz materialId={material_id} />
  if (kind === 'assignment' && !isSample) return <Assignment materialId={material_id} />
  return <LoadedContent key={material_id} materialId={material_id} />
}

function LoadedContent({ materialId }: { materialId: number }) {
  const { data, error, refetch } = useQuery(query('getLesson', { material_id: materialId }))
  const isHydrated = useHydrated()
  if (error && !data)
    return (
      <div className="card rounded-panel">
        <LoadError text={`We couldn’t load this lesson. ${error.message}.`} onRetry={() => void refetch()} />
      </div>
    )
  if (!data || !isHydrated) return <ContentSkeleton />
  return (
    <Suspense fallback={<ContentSkeleton />}>
      <ContentOfKind lesson={data.msg} />
    </Suspense>
  )
}

function ContentOfKind({ lesson }: { lesson: Content }) {
  if (lesson.kind === 'file') return <FileLesson lesson={lesson} />
  if (lesson.kind === 'embed') return <EmbedFrame lesson={lesson} />
  return <Article lesson={lesson} />
}

function ContentSkeleton() {
  return (
    <div aria-hidden="true" className="card space-y-5 rounded-panel p-6 sm:p-10">
      <div className="skeleton h-9 w-3/5" />
      <div className="skeleton h-5 w-2/5" />
      <div className="skeleton h-28" />
      <div className="skeleton h-44" />
    </div>
  )
}
