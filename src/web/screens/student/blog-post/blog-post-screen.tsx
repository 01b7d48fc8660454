import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { blogPath } from '#contract/blog-path.ts'
import { query } from '#web/api.ts'
import { Head } from '#web/head.tsx'
import { idOfSegment, paths, uploadPath } from '#web/paths.ts'
import { CourseCover } from '../../course-cover/course-cover.tsx'
import { readingMinutes } from './reading-minutes.ts'

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function Component() {
  return (
    <div className="container-site pt-6 pb-20 sm:pt-8">
      <Suspense fallback={<Waiting />}>
        <Post />
      </Suspense>
    </div>
  )
}

function Post() {
  const { blogId } = useParams()
  const { data } = useSuspenseQuery(query('getBlogData', { blog_id: idOfSegment(blogId) }))
  const [post] = data.msg
  if (!post) return null
  return (
    <article className="mx-auto max-w-[70ch]">
      <Head title={post.title} description={post.subtitle} canonical={blogPath(post)} />
      <Link to={paths.blogList} className="text-sm text-muted hover:text-text">
        Blog
      </Link>
      <h1 className="mt-3 text-4xl sm:text-5xl">{post.title}</h1>
      <p className="mt-4 text-sm text-muted">
        Author Admin <span aria-hidden="true">·</span> <time dateTime={post.created_date}>{DAY.format(new Date(post.created_date))}</time>{' '}
        <span aria-hidden="true">·</span> {readingMinutes(post.content)} min read
      </p>
      <div className="relative mt-7 aspect-[640/300] overflow-hidden rounded-panel">
        {post.image_url ? (
          <img src={uploadPath(post.image_url)} alt="" className="absolute inset-0 size-full object-cover" />
        ) : (
          <CourseCover id={post.blog_id} className="absolute inset-0 size-full" />
        )}
      </div>
      {post.subtitle && <p className="mt-8 font-display text-2xl text-muted">{post.subtitle}</p>}
      {/* Kept clean by who writes it: so far that is the demo academy alone, and no call can. */}
      <div className="post mt-8" dangerouslySetInnerHTML={{ __html: post.content }} />
    </article>
  )
}

function Waiting() {
  return (
    <div aria-hidden="true" className="mx-auto max-w-[70ch] space-y-6 pt-8">
      <div className="skeleton h-14" />
      <div className="skeleton aspect-[640/300] rounded-panel" />
      <div className="skeleton h-96" />
    </div>
  )
}
