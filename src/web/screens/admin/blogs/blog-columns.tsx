import { Link } from '#web/ui/link.tsx'
import type { AdminBlog } from '#contract/schemas/blog-form.ts'
import { editBlogPath } from '#contract/paths/record-paths.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import type { Column } from '#web/ui/list/table-row.tsx'
import { BlogPicture } from '#web/features/blogs/blog-picture.tsx'
import { DraftBadge } from '#web/features/panels/draft-badge.tsx'
import { BlogActions } from './blog-actions.tsx'

const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Small screens show these under the title instead. */
const WIDE_ONLY = '@max-2xl:hidden'

export const BLOG_COLUMNS: readonly Column<AdminBlog>[] = [
  { key: 'title', title: 'Post', renderCell: (blog) => <Title blog={blog} /> },
  {
    key: 'day',
    title: 'Created',
    className: WIDE_ONLY,
    renderCell: ({ created_date }) => <time dateTime={created_date}>{DAY_FORMAT.format(new Date(created_date))}</time>,
  },
  {
    key: 'comments',
    title: 'Comments',
    isNumeric: true,
    className: WIDE_ONLY,
    renderCell: ({ comments }) => formatCount(comments),
  },
  {
    key: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    isNumeric: true,
    renderCell: (blog) => <BlogActions blog={blog} />,
  },
]

function Title({ blog }: { blog: AdminBlog }) {
  return (
    <div className="flex items-center gap-3.5">
      <div className="relative aspect-[640/344] w-18 shrink-0 overflow-hidden rounded-md border border-border @max-md:hidden">
        <BlogPicture post={blog} />
      </div>
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <Link
            to={editBlogPath(blog)}
            className="line-clamp-2 min-h-6 font-semibold underline-offset-4 hover:text-accent-text hover:underline @2xl:line-clamp-1"
          >
            {blog.title}
          </Link>
          {!blog.public && <DraftBadge />}
        </p>
        <p className="truncate text-xs text-muted">
          <span className="@max-2xl:hidden">{blog.subtitle}</span>
          <span className="@2xl:hidden">
            {DAY_FORMAT.format(new Date(blog.created_date))} · {formatCount(blog.comments, 'comment')}
          </span>
        </p>
      </div>
    </div>
  )
}
