import type { Comment } from '#contract/comments.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { RemoveButton } from '#web/ui/remove-button.tsx'
import { useDeleteComment } from './use-comments.ts'

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** @param onRemoved absent for those who may not remove it */
export function CommentRow({ comment, onRemoved }: { comment: Comment; onRemoved: (() => void) | undefined }) {
  const { mutate: remove, isPending, error, reset } = useDeleteComment(() => onRemoved?.())
  return (
    <article className="flex gap-4">
      <Avatar imageUrl={comment.image_url} size={40} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold break-words">{comment.first_name}</span>
          <time dateTime={comment.created_date} className="text-xs text-muted">
            {DAY.format(new Date(comment.created_date))}
          </time>
        </p>
        <p className="mt-1 break-words whitespace-pre-line">{comment.comment_text}</p>
        {error && (
          <div className="mt-3">
            <Banner look="error" text={error.message} onDismiss={reset} />
          </div>
        )}
        {onRemoved && (
          <div className="mt-1 -ml-3.5">
            <RemoveButton
              what={`the comment by ${comment.first_name}`}
              isPending={isPending}
              onRemove={() => remove(comment.comment_id)}
            />
          </div>
        )}
      </div>
    </article>
  )
}
