import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { learningPathPath } from '#contract/paths/learning-path-path.ts'
import { parseIdSegment, paths } from '#contract/paths.ts'
import type { Path } from '#contract/schemas/learning/paths.ts'
import { query } from '#web/data/api.ts'
import { PathFacts } from '#web/features/paths/path-facts.tsx'
import { PathPicture } from '#web/features/paths/path-picture.tsx'
import { useCorrectAddress } from '#web/ui/hooks/use-correct-address.ts'
import { PathBox } from './path-box.tsx'
import { PathCourses } from './path-courses.tsx'
import { PathHead } from './path-head.tsx'

const COLUMNS = 'grid grid-cols-[minmax(0,1fr)] gap-x-9 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]'

export function Component() {
  const pathId = parseIdSegment(useParams().pathName)
  return (
    <div className="container-site pt-6 pb-20 sm:pt-8">
      <Suspense key={pathId} fallback={<LoadingSkeleton />}>
        <PathPage pathId={pathId} />
      </Suspense>
    </div>
  )
}

function PathPage({ pathId }: { pathId: number }) {
  const page = useSuspenseQuery(query('getPathData', { path_id: pathId })).data.msg
  const payment = useSuspenseQuery(query('getPaymentSettings', {})).data.msg
  const { path } = page
  useCorrectAddress(learningPathPath(path))
  const paragraphs = path.description.split(/\n{2,}/).filter(Boolean)
  return (
    <>
      <PathHead page={page} currency={payment.currency} />
      <Breadcrumb />
      <div className={COLUMNS}>
        <PathHeader path={path} />
        {/* Spans both rows of the main column, so that it stays sticky to its end. */}
        <aside
          aria-label="Start this path"
          className="lg:sticky lg:top-22 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start"
        >
          <PathBox page={page} payment={payment} />
        </aside>
        <div className="min-w-0 lg:col-start-1">
          {paragraphs.length > 0 && (
            <section aria-label="Description" className="mb-12 max-w-[68ch] space-y-4 wrap-anywhere text-muted">
              {paragraphs.map((paragraph, index) => (
                <p key={index} dir="auto" className="whitespace-pre-line">
                  {paragraph}
                </p>
              ))}
            </section>
          )}
          <PathCourses page={page} />
        </div>
      </div>
    </>
  )
}

function Breadcrumb() {
  return (
    <nav aria-label="Breadcrumb" className="mb-4 text-sm text-muted">
      <Link to={paths.learningPaths} className="inline-block min-h-6 hover:text-text">
        Learning paths
      </Link>
    </nav>
  )
}

function PathHeader({ path }: { path: Path }) {
  return (
    <header className="min-w-0 lg:col-start-1">
      <h1 dir="auto" className="text-3xl wrap-anywhere sm:text-4xl">
        {path.title}
      </h1>
      <p dir="auto" className="mt-3 max-w-[68ch] text-lg wrap-anywhere text-muted">
        {path.goal}
      </p>
      <PathFacts path={path} className="mt-4" />
      <div className="relative mt-6 aspect-[640/260] overflow-hidden rounded-panel">
        <PathPicture path={path} isEager />
      </div>
    </header>
  )
}

function LoadingSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="skeleton mb-4 h-5 w-32" />
      <div className={COLUMNS}>
        <div>
          <div className="skeleton h-11 w-3/4" />
          <div className="skeleton mt-4 h-7" />
          <div className="skeleton mt-4 h-5 w-2/5" />
          <div className="skeleton mt-6 aspect-[640/260] rounded-panel" />
        </div>
        <div className="skeleton h-72 rounded-panel" />
      </div>
    </div>
  )
}
