import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#web/data/api.ts'
import { paths, withNext } from '#contract/paths.ts'
import { useUser } from '#web/data/session.ts'
import { useReturnPath } from '#web/features/auth/use-return-path.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useInfiniteRows } from '#web/ui/list/use-infinite-rows.ts'
import { ListFooter } from '#web/ui/list/list-footer.tsx'
import { ToastProvider } from '#web/ui/toasts.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentRow } from './comment-row.tsx'
import { useDeleteComment, useCanRemoveComment } from './use-comments.ts'

export function Comments({ blogId }: { blogId: number }) {
  return (
    <ToastProvider>
      <CommentSection blogId={blogId} />
    </ToastProvider>
  )
}

function CommentSection({ blogId }: { blogId: number }) {
  const user = useUser()
  const canRemove = useCanRemoveComment(blogId)
  const list = useSuspenseInfiniteQuery(pages('getComments', { blog_id: blogId }))
  const { rows: comments, lastRowRef } = useInfiniteRows(list, ({ comment_id }) => comment_id)
  const [statusText, setStatusText] = useState('')
  const title = useRef<HTMLHeadingElement>(null)

  const { remove, deleteError, dismiss } = useDeleteComment(() => setStatusText('Comment removed.'))

  function removeComment(commentId: number) {
    // The focused button is removed with its comment.
    title.current?.focus({ preventScroll: true })
    setStatusText('')
    remove(commentId)
  }

  return (
    <section aria-labelledby="comments" className="mt-16 border-t border-border pt-10">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 ref={title} id="comments" tabIndex={-1} className="text-2xl outline-none">
          Comments
        </h2>
        <p role="status" className="text-sm text-muted">
          {statusText && <span className="sr-only">{statusText} </span>}
          {formatCount(comments.length, list.hasNextPage)}
        </p>
      </div>
      <div className="mt-6">
        {user ? (
          <CommentForm key={blogId} blogId={blogId} user={user} onDone={() => setStatusText('Comment added.')} />
        ) : (
          <SignInPrompt />
        )}
      </div>
      {comments.length > 0 ? (
        <ul className="mt-6 divide-y divide-border">
          {comments.map((comment, index) => (
            <li key={comment.comment_id} ref={index === comments.length - 1 ? lastRowRef : undefined} className="py-6">
              <CommentRow
                comment={comment}
                isRestorable={user?.role === 'admin'}
                onRemove={canRemove(comment.comment_id) ? () => removeComment(comment.comment_id) : undefined}
                errorText={deleteError?.commentId === comment.comment_id ? deleteError.text : undefined}
                onDismiss={dismiss}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-8 font-display text-xl">No comments yet. Be the first to comment.</p>
      )}
      <ListFooter endText="No more comments" list={list} />
    </section>
  )
}

const formatCount = (count: number, isMore: boolean) =>
  count > 0 && `${count} ${count === 1 ? 'comment' : 'comments'}${isMore ? ' so far' : ''}`

function SignInPrompt() {
  const returnPath = useReturnPath()
  return (
    <div className="card flex flex-wrap items-center justify-between gap-4 rounded-panel p-5">
      <p>
        <span className="font-display text-lg font-semibold">Write a comment</span>
        <br />
        <span className="text-sm text-muted">
          Log in to comment. New here?{' '}
          <Link
            to={withNext(paths.signup, returnPath)}
            className="font-semibold text-accent-text underline underline-offset-4"
          >
            Sign up
          </Link>
        </span>
      </p>
      <ButtonLink to={withNext(paths.login, returnPath)} className="max-sm:w-full">
        Log in
      </ButtonLink>
    </div>
  )
}
