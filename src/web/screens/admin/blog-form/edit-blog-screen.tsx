import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { query } from '#web/data/api.ts'
import { Head } from '#web/ui/head.tsx'
import { parseIdSegment } from '#contract/paths.ts'
import { BlogForm, CARD_CLASS, COLUMNS_CLASS } from './blog-form.tsx'

export function Component() {
  const blogId = parseIdSegment(useParams().blogId)
  return (
    <Suspense key={blogId} fallback={<BlogFormSkeleton />}>
      <EditBlog blogId={blogId} />
    </Suspense>
  )
}

function EditBlog({ blogId }: { blogId: number }) {
  return <BlogForm loaded={useSuspenseQuery(query('getBlogForm', { blog_id: blogId })).data.msg} />
}

function BlogFormSkeleton() {
  return (
    <>
      <Head title="Edit Blog Details" noIndex />
      <h1 className="mb-4 text-2xl leading-11">Edit Blog Details</h1>
      <div aria-hidden="true" className={CARD_CLASS}>
        <div className={COLUMNS_CLASS}>
          <div className="flex min-h-0 flex-col gap-5">
            <div className="skeleton h-18 rounded-control" />
            <div className="skeleton h-18 rounded-control" />
            <div className="skeleton min-h-96 flex-1 rounded-control" />
          </div>
          <div className="space-y-6">
            <div className="skeleton aspect-[640/344] rounded-card" />
            <div className="skeleton h-12 rounded-control" />
          </div>
        </div>
      </div>
    </>
  )
}
