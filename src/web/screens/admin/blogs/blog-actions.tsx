import { Link } from '#web/ui/link.tsx'
import type { AdminBlog } from '#contract/schemas/blog-form.ts'
import { blogPath, editBlogPath } from '#contract/paths/record-paths.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { DeleteRowAction, ROW_ACTION_CLASS } from '#web/features/panels/delete-row-action.tsx'
import { useDeleteBlog } from './use-delete-blog.ts'

/** A draft has no page to view. */
export function BlogActions({ blog }: { blog: AdminBlog }) {
  const remove = useDeleteBlog()
  return (
    <span className="-mr-2 inline-flex text-left">
      <Link to={editBlogPath(blog)} aria-label={`Edit ${blog.title}`} title="Edit" className={ROW_ACTION_CLASS}>
        <AnyIcon name="pencil" size={17} />
      </Link>
      {blog.public && (
        <Link to={blogPath(blog)} aria-label={`View ${blog.title}`} title="View" className={ROW_ACTION_CLASS}>
          <AnyIcon name="eye" size={18} />
        </Link>
      )}
      <DeleteRowAction title={blog.title} warning={getDeleteWarning(blog)} onDelete={() => remove.mutate(blog)} />
    </span>
  )
}

function getDeleteWarning({ title, comments }: AdminBlog): string {
  const commentsText = comments === 0 ? '' : ` and its ${formatCount(comments, 'comment')}`
  return `The post “${title}”${commentsText} will be permanently deleted and cannot be undone.`
}
