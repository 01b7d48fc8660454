import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { query } from '#web/api.ts'
import { Head } from '#web/head.tsx'
import { idOfSegment } from '#web/paths.ts'
import { BlogForm } from './blog-form.tsx'

export function Component() {
  const blogId = idOfSegment(useParams().blogId)
  return (
    <Suspense key={blogId} fallback={<Waiting />}>
      <Edit blogId={blogId} />
    </Suspense>
  )
}

function Edit({ blogId }: { blogId: number }) {
  return <BlogForm loaded={useSuspenseQuery(query('getBlogForm', { blog_id: blogId })).data.msg} />
}

function Waiting() {
  return (
    <>
      <Head title="Edit Blog Details" hidden />
      <h1 className="mb-6 text-3xl md:text-4xl">Edit Blog Details</h1>
      <div aria-hidden="true" className="skeleton h-[800px] rounded-card" />
    </>
  )
}
