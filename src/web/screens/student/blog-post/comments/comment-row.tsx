import type { Comment } from '#contract/schemas/comments.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { RemoveButton } from '#web/ui/dialog/remove-button.tsx'
import { StaffBadge } from '#web/ui/staff-badge.tsx'
import { formatDate } from '#web/ui/format/format-date.ts'

interface CommentRowProps {
  comment: Comment
  /** Undefined if the user may not remove it. */
  onRemove: (() => void) | undefined
  /** Whether removing it can be undone. */
  isRestorable: boolean
  /** Why removing it failed. */
  errorText: string | undefined
  onDismiss: () => void
}

export function CommentRow({ comment, onRemove, isRestorable, errorText, onDismiss }: CommentRowProps) {
  return (
    <article className="flex gap-4">
      <Avatar imageUrl={comment.image_url} size={40} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold break-words">{comment.first_name}</span>
          {comment.role === 'admin' && <StaffBadge />}
          <time dateTime={comment.created_date} className="text-xs text-muted">
            {formatDate(comment.created_date)}
          </time>
        </p>
        <p dir="auto" className="mt-1 break-words whitespace-pre-line">
          {comment.comment_text}
        </p>
        {errorText !== undefined && (
          <div className="mt-3">
            <Banner variant="error" text={errorText} onDismiss={onDismiss} />
          </div>
        )}
        {onRemove && (
          <div className="mt-1 -ml-3.5">
            <RemoveButton
              itemName={`the comment by ${comment.first_name}`}
              isPermanent={!isRestorable}
              onRemove={onRemove}
            />
          </div>
        )}
      </div>
    </article>
  )
}
