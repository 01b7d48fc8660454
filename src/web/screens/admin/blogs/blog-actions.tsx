import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { AdminBlog } from '#contract/schemas/blog-form.ts'
import { blogPath } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { WarningDialog } from '#web/ui/dialog/warning-dialog.tsx'
import { useDeleteBlog } from './use-delete-blog.ts'

const ACTION_CLASS =
  'grid size-9 place-items-center rounded-control text-muted transition duration-150 hover:bg-raised hover:text-text'

/** What can be done with a post in the list; its title leads to the form. A draft has no page to be viewed on. */
export function BlogActions({ blog }: { blog: AdminBlog }) {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const remove = useDeleteBlog()
  const root = useRef<HTMLSpanElement>(null)
  const confirm = () => {
    // The dialog gives the focus back to a row that goes: the table takes it.
    flushSync(() => setConfirmOpen(false))
    root.current?.closest<HTMLElement>('[role=region]')?.focus()
    remove.mutate(blog)
  }
  return (
    <span ref={root} className="-mr-2 inline-flex text-left">
      {blog.public && (
        <Link
          to={blogPath(blog)}
          aria-label={`View ${blog.title} as readers see it`}
          title="View"
          className={ACTION_CLASS}
        >
          <AnyIcon name="eye" size={18} />
        </Link>
      )}
      <button
        type="button"
        aria-label={`Delete ${blog.title}`}
        title="Delete"
        onClick={() => setConfirmOpen(true)}
        className={`${ACTION_CLASS} hover:text-danger`}
      >
        <AnyIcon name="trash" size={17} />
      </button>
      {isConfirmOpen && (
        <WarningDialog text={getDeleteWarning(blog)} onCancel={() => setConfirmOpen(false)} onConfirm={confirm} />
      )}
    </span>
  )
}

function getDeleteWarning({ title, comments }: AdminBlog): string {
  const commentsText =
    comments === 0 ? '' : ` and its ${comments.toLocaleString('en-US')} ${comments === 1 ? 'comment' : 'comments'}`
  return `The post “${title}”${commentsText} will be permanently deleted and cannot be undone.`
}
