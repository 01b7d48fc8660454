import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { parseIdSegment } from '#contract/paths.ts'
import { query } from '#web/data/api.ts'
import { Head } from '#web/ui/head.tsx'
import { PathForm } from './path-form.tsx'

export function Component() {
  const pathId = parseIdSegment(useParams().pathId)
  return (
    <Suspense key={pathId} fallback={<PathFormSkeleton />}>
      <EditPath pathId={pathId} />
    </Suspense>
  )
}

function EditPath({ pathId }: { pathId: number }) {
  return <PathForm loaded={useSuspenseQuery(query('getPathForm', { path_id: pathId })).data.msg} />
}

function PathFormSkeleton() {
  return (
    <>
      <Head title="Edit path" noIndex />
      <h1 className="mb-4 text-2xl leading-11">Edit path</h1>
      <div aria-hidden="true" className="card space-y-5 p-6">
        <div className="skeleton h-18 rounded-control" />
        <div className="skeleton h-18 rounded-control" />
        <div className="skeleton h-60 rounded-control" />
      </div>
    </>
  )
}
