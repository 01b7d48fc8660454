import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useParams } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { query } from '#web/data/api.ts'
import { parseIdSegment, paths, uploadPath } from '#contract/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { formatDate } from '#web/ui/format/format-date.ts'
import { CourseCover } from '#web/features/courses/cover/course-cover.tsx'
import { Comments } from './comments/comments.tsx'
import { PostStructuredData, PostHead } from './post-head.tsx'
import { sanitizePost } from '#web/features/rich-text/sanitize-post.ts'
import { setUpText } from '#web/features/rich-text/set-up-text.ts'
import { getReadingMinutes } from '#web/features/rich-text/reading-minutes.ts'

export function Component() {
  return (
    <div className="container-site pt-6 pb-20 sm:pt-10">
      <Suspense fallback={<LoadingSkeleton />}>
        <Post />
      </Suspense>
    </div>
  )
}

function Post() {
  const { blogId } = useParams()
  const { data } = useSuspenseQuery(query('getBlogData', { blog_id: parseIdSegment(blogId) }))
  const [post] = data.msg
  const content = useMemo(() => sanitizePost(post?.content ?? ''), [post?.content])
  if (!post) return null
  return (
    <>
      <PostHead post={post} />
      <PostStructuredData post={post} />
      <article>
        <header className="mx-auto max-w-[37rem]">
          <Link
            to={paths.blogList}
            className="inline-flex min-h-6 items-center gap-1.5 text-sm text-muted hover:text-text"
          >
            <Icon name="arrow-left" size={16} />
            Blog
          </Link>
          <h1 dir="auto" className="mt-5 text-4xl break-words sm:text-5xl">
            {post.title}
          </h1>
          <div className="mt-6 flex items-center gap-3">
            <Avatar imageUrl="" size={40} />
            <p className="text-sm text-muted">
              <span className="font-medium text-text">Author Admin</span>
              <br />
              <time dateTime={post.created_date}>{formatDate(post.created_date)}</time>{' '}
              <span aria-hidden="true" className="mx-0.5">
                ·
              </span>{' '}
              {getReadingMinutes(post.content)} min read
            </p>
          </div>
        </header>
        <div className="relative mx-auto mt-8 aspect-[640/300] max-w-[58rem] overflow-hidden rounded-panel">
          {post.image_url ? (
            <img src={uploadPath(post.image_url)} alt="" className="absolute inset-0 size-full object-cover" />
          ) : (
            <CourseCover id={post.blog_id} className="absolute inset-0 size-full" />
          )}
        </div>
        <div className="mx-auto max-w-[37rem]">
          {post.subtitle && (
            <p dir="auto" className="mt-10 font-display text-2xl break-words text-muted">
              {post.subtitle}
            </p>
          )}
          {/* Sanitized on the server and again here, because browsers parse HTML differently. Hydration keeps the server's HTML. */}
          <div ref={setUpText} className="post mt-8" dangerouslySetInnerHTML={{ __html: content }} />
        </div>
      </article>
      <div className="mx-auto max-w-[37rem]">
        <Comments blogId={post.blog_id} />
      </div>
    </>
  )
}

function LoadingSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="mx-auto max-w-[37rem] space-y-6 pt-11">
        <div className="skeleton h-14" />
        <div className="skeleton h-10 w-56" />
      </div>
      <div className="skeleton mx-auto mt-8 aspect-[640/300] max-w-[58rem] rounded-panel" />
      <div className="skeleton mx-auto mt-10 h-96 max-w-[37rem]" />
    </div>
  )
}
