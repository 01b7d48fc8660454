import type { PublicCoursePage } from '#contract/schemas/public-course.ts'
import { ReviewRow } from '#web/features/reviews/review-row.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'

export function PublicReviews({ page: { course, reviews } }: { page: PublicCoursePage }) {
  return (
    <section aria-labelledby="reviews" className="mt-12">
      <h2 id="reviews" className="text-2xl">
        Reviews
      </h2>
      {reviews.length === 0 ? (
        <div className="mt-4 text-muted">
          <p>No Reviews Found</p>
          <p className="text-sm">Students of this course can write the first review.</p>
        </div>
      ) : (
        <>
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-display text-4xl font-semibold tabular-nums">{course.stars.toFixed(1)}</span>
            <StarRating value={course.stars} size={18} />
            <span className="text-sm text-muted">
              from {course.reviews} {course.reviews === 1 ? 'review' : 'reviews'}
            </span>
          </p>
          <ul className="mt-2 divide-y divide-border">
            {reviews.map((review) => (
              <li key={review.review_id} className="py-5">
                <ReviewRow review={review} />
              </li>
            ))}
          </ul>
          {course.reviews > reviews.length && (
            <p className="text-sm text-muted">
              These are the {reviews.length} newest of {course.reviews} reviews.
            </p>
          )}
        </>
      )}
    </section>
  )
}
