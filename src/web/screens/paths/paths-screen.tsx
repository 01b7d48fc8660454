import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Suspense, use } from 'react'
import { useSearchParams } from 'react-router'
import { learningPathPath } from '#contract/paths/learning-path-path.ts'
import { paths } from '#contract/paths.ts'
import type { Path } from '#contract/schemas/learning/paths.ts'
import { pages } from '#web/data/api.ts'
import { PathCard } from '#web/features/paths/path-card.tsx'
import { parsePlanSearch } from '#web/features/paths/plan-search.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Head, SiteUrlContext } from '#web/ui/head.tsx'
import { StructuredData } from '#web/ui/structured-data.tsx'
import { CardListFooter } from '#web/ui/list/card-list-footer.tsx'
import { useInfiniteRows } from '#web/ui/list/use-infinite-rows.ts'
import { FindPathForm } from './find-path-form.tsx'
import { Proposal } from './proposal.tsx'

const GRID = 'mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3'

export function Component() {
  const [params] = useSearchParams()
  const plan = parsePlanSearch(params)
  return (
    <div className="container-site pt-9 pb-20 sm:pt-12">
      <Head
        title="Learning paths"
        description="Courses in the right order toward one goal, with your progress across all of them and a certificate at the end."
        noIndex={plan !== null}
      />
      <h1 className="text-4xl sm:text-5xl">Learning paths</h1>
      <p className="mt-2 max-w-[60ch] text-lg text-muted">
        Courses in the right order toward one goal, with a certificate at the end.
      </p>
      <FindPathForm plan={plan} />
      {plan && (
        <Suspense fallback={<div aria-hidden="true" className="skeleton mt-6 h-72 rounded-panel" />}>
          <Proposal plan={plan} />
        </Suspense>
      )}
      <section aria-labelledby="all-paths" className="mt-14">
        <h2 id="all-paths" className="text-2xl">
          All paths
        </h2>
        <Suspense fallback={<LoadingSkeleton />}>
          <PathGrid />
        </Suspense>
      </section>
    </div>
  )
}

function PathGrid() {
  const list = useSuspenseInfiniteQuery(pages('getPaths', { search_text: '' }))
  const { rows, lastRowRef } = useInfiniteRows(list, ({ path_id }) => path_id)
  if (rows.length === 0)
    return (
      <EmptyState title="No learning paths yet">
        <p>Paths appear here once they are published. Until then, choose a single course.</p>
        <ButtonLink to={paths.allCourses} variant="secondary">
          All courses
        </ButtonLink>
      </EmptyState>
    )
  return (
    <>
      <PathListStructuredData paths={rows} />
      <ul className={GRID}>
        {rows.map((path, index) => (
          <li key={path.path_id} ref={index === rows.length - 1 ? lastRowRef : undefined} className="grid">
            <PathCard path={path} />
          </li>
        ))}
      </ul>
      <CardListFooter list={list} />
    </>
  )
}

function PathListStructuredData({ paths: list }: { paths: Path[] }) {
  const site = use(SiteUrlContext)
  return (
    <StructuredData
      data={{
        '@context': 'https://schema.org',
        '@type': 'ItemList',
        itemListElement: list.map((path, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: path.title,
          url: site + learningPathPath(path),
        })),
      }}
    />
  )
}

function LoadingSkeleton() {
  return (
    <div aria-hidden="true" className={GRID}>
      {[1, 2, 3].map((place) => (
        <div key={place} className="skeleton h-80 rounded-card" />
      ))}
    </div>
  )
}
