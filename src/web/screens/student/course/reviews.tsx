import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { Course } from '#contract/courses.ts'
import type { Review } from '#contract/reviews.ts'
import { pages } from '#web/api.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { useInfiniteScroll } from '#web/ui/infinite-scroll.ts'
import { Stars } from '#web/ui/stars.tsx'

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function Reviews({ course }: { course: Course }) {
  const list = useSuspenseInfiniteQuery(pages('getReviews', { course_id: course.course_id }))
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const last = useInfiniteScroll(hasNextPage && !isFetchingNextPage && !isFetchNextPageError, () => void fetchNextPage())
  const reviews = [
    ...new Map(data.pages.flatMap(({ msg }) => msg).map((review) => [review.review_id, review])).values(),
  ]
  return (
    <section aria-labelledby="reviews" className="mt-12 max-w-[68ch]">
      <h2 id="reviews" className="text-2xl">
        Reviews
      </h2>
      {reviews.length === 0 ? (
        <p className="mt-3 text-muted">No Reviews Found</p>
      ) : (
        <>
          <p className="mt-2 flex items-center gap-3">
            <span className="font-display text-3xl font-semibold tabular-nums">{course.stars.toFixed(1)}</span>
            <Stars value={course.stars} size={20} />
            <span className="text-sm text-muted">
              from {course.reviews} {course.reviews === 1 ? 'review' : 'reviews'}
            </span>
          </p>
          <ul className="mt-4 divide-y divide-border">
            {reviews.map((review, index) => (
              <li key={review.review_id} ref={index === reviews.length - 1 ? last : undefined}>
                <ReviewRow review={review} />
              </li>
            ))}
          </ul>
          {isFetchingNextPage && <div aria-hidden="true" className="skeleton my-4 h-20" />}
          <p role="status" className="mt-4 text-sm text-muted">
            {isFetchNextPageError ? 'The rest did not come through.' : !hasNextPage && 'No more reviews'}
          </p>
          {isFetchNextPageError && (
            <Button look="secondary" size="sm" onClick={() => void fetchNextPage()}>
              Try again
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function ReviewRow({ review }: { review: Review }) {
  return (
    <article className="flex gap-4 py-5">
      <Avatar imageUrl={review.image_url} size={40} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-semibold">{review.first_name}</span>
          <Stars value={review.stars} size={14} />
          <time dateTime={review.review_date} className="text-xs text-muted">
            {DAY.format(new Date(review.review_date))}
          </time>
        </p>
        <p className="mt-1 break-words whitespace-pre-line text-muted">{review.review_text}</p>
      </div>
    </article>
  )
}
