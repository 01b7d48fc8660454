import type { Review } from '#contract/schemas/reviews.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { StaffBadge } from '#web/ui/staff-badge.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import { formatDate } from '#web/ui/format/format-date.ts'

export function ReviewRow({ review }: { review: Review }) {
  return (
    <article className="flex gap-4">
      <Avatar imageUrl={review.image_url} size={40} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-semibold break-words">{review.first_name}</span>
          {review.role === 'admin' && <StaffBadge />}
          {review.refunded && (
            <span className="rounded-full border border-border-strong px-2 text-xs leading-5 font-semibold text-muted">
              Refunded
            </span>
          )}
          <StarRating value={review.stars} size={14} />
          <time dateTime={review.review_date} className="text-xs text-muted">
            {formatDate(review.review_date)}
          </time>
        </p>
        <p dir="auto" className="mt-1 max-w-[68ch] break-words whitespace-pre-line text-muted">
          {review.review_text}
        </p>
      </div>
    </article>
  )
}
