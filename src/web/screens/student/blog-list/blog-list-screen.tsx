import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from '#web/ui/link.tsx'
import { paths } from '#contract/paths.ts'
import { blogPath } from '#contract/paths/record-paths.ts'
import type { Blog } from '#contract/schemas/blogs.ts'
import { pages } from '#web/data/api.ts'
import { Head } from '#web/ui/head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { CardListFooter } from '#web/ui/list/card-list-footer.tsx'
import { useInfiniteRows } from '#web/ui/list/use-infinite-rows.ts'
import { formatDate } from '#web/ui/format/format-date.ts'
import { BlogPicture } from '#web/features/blogs/blog-picture.tsx'
import { FeedLinks } from '#web/features/blogs/feed-links.tsx'

const GRID = 'mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-3'

export function Component() {
  return (
    <div className="container-site pt-9 pb-20 sm:pt-12">
      <Head title="Blog" description="Notes on learning and teaching, by our course authors." />
      <FeedLinks />
      <h1 className="text-4xl sm:text-5xl">Blog</h1>
      <p className="mt-2 text-lg text-muted">Notes on learning and teaching.</p>
      <Suspense fallback={<LoadingSkeleton />}>
        <Posts />
      </Suspense>
    </div>
  )
}

function Posts() {
  const list = useSuspenseInfiniteQuery(pages('getBlogData', {}))
  const { rows: posts, lastRowRef } = useInfiniteRows(list, ({ blog_id }) => blog_id)
  if (posts.length === 0) {
    return (
      <EmptyState title="No Blogs are available">
        <p>The first post is coming soon. In the meantime, browse our courses.</p>
        <ButtonLink to={paths.allCourses} variant="secondary">
          All courses
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={GRID}>
        {posts.map((post, index) => (
          <li key={post.blog_id} ref={index === posts.length - 1 ? lastRowRef : undefined} className="grid">
            <PostCard post={post} />
          </li>
        ))}
        {list.isFetchingNextPage &&
          [1, 2, 3].map((place) => (
            <li key={`loading-${place}`} aria-hidden="true">
              <div className="skeleton h-90" />
            </li>
          ))}
      </ul>
      <CardListFooter list={list} />
    </>
  )
}

function PostCard({ post }: { post: Blog }) {
  return (
    <article className="card group relative flex flex-col overflow-hidden transition duration-200 ease-out focus-within:border-border-strong hover:-translate-y-0.5 hover:border-border-strong">
      <div className="relative aspect-[640/344] overflow-hidden">
        <BlogPicture post={post} />
      </div>
      <div className="flex flex-1 flex-col p-5">
        <p className="text-xs text-muted">
          Author Admin <span aria-hidden="true">·</span>{' '}
          <time dateTime={post.created_date}>{formatDate(post.created_date)}</time>
        </p>
        <h2 dir="auto" className="mt-2 line-clamp-3 text-xl wrap-anywhere">
          {post.title}
        </h2>
        <p dir="auto" className="mt-1.5 mb-5 line-clamp-3 text-sm wrap-anywhere text-muted">
          {post.subtitle}
        </p>
        <Link
          to={blogPath(post)}
          aria-label={`Read Now: ${post.title}`}
          className="mt-auto inline-flex min-h-6 items-center gap-1.5 text-sm font-semibold text-accent-text after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
        >
          Read Now
          <Icon name="arrow-right" size={16} className="transition duration-150 group-hover:translate-x-0.5" />
        </Link>
      </div>
    </article>
  )
}

function LoadingSkeleton() {
  return (
    <div aria-hidden="true" className={GRID}>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <div key={place} className="skeleton h-90" />
      ))}
    </div>
  )
}
