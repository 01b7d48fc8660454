import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pages, query } from '#web/data/api.ts'
import { useInfiniteRows } from '#web/ui/list/use-infinite-rows.ts'
import { ListFooter } from '#web/ui/list/list-footer.tsx'
import { OwnReview } from './own-review.tsx'
import { ReviewRow } from '#web/features/reviews/review-row.tsx'
import { ReviewSummary } from '#web/features/reviews/review-summary.tsx'

/** @param canReview whether the user is enrolled as a student */
export function Reviews({ courseId, canReview }: { courseId: number; canReview: boolean }) {
  const { counts, own } = useSuspenseQuery(query('getReviewSummary', { course_id: courseId })).data.msg
  const list = useSuspenseInfiniteQuery(pages('getReviews', { course_id: courseId }))
  const { rows, lastRowRef } = useInfiniteRows(list, ({ review_id }) => review_id)
  // Who is enrolled no longer can still remove it.
  const [hadOwn, setHadOwn] = useState(own !== null)
  if (own && !hadOwn) setHadOwn(true)
  const showsOwn = canReview || hadOwn
  // The student's own review is shown separately, above the list.
  const reviews = rows.filter(({ review_id }) => !showsOwn || review_id !== own?.review_id)
  const hasNone = rows.length === 0 && own === null
  return (
    <section aria-labelledby="reviews" className="mt-12">
      <h2 id="reviews" className="text-2xl">
        Reviews
      </h2>
      {counts.some((count) => count > 0) && <ReviewSummary counts={counts} />}
      {showsOwn && <OwnReview key={courseId} courseId={courseId} ownReview={own} canReview={canReview} />}
      {reviews.length > 0 && (
        <ul className="mt-4 divide-y divide-border">
          {reviews.map((review, index) => (
            <li key={review.review_id} ref={index === reviews.length - 1 ? lastRowRef : undefined} className="py-5">
              <ReviewRow review={review} />
            </li>
          ))}
        </ul>
      )}
      {hasNone ? (
        <div className="mt-4 text-muted">
          <p>No Reviews Found</p>
          {!canReview && <p className="text-sm">Students of this course can write the first review.</p>}
        </div>
      ) : (
        <ListFooter endText="No more reviews" list={list} />
      )}
    </section>
  )
}
