import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import type { CallOutput } from '#contract/contract.ts'
import { pages, query } from '#web/data/api.ts'
import { DeleteIconButton } from '#web/features/panels/delete-icon-button.tsx'
import { useDeleteConfirmation } from '#web/features/panels/use-delete-confirmation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListFooter } from '#web/ui/list/list-footer.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { type InfiniteList, useInfiniteRows } from '#web/ui/list/use-infinite-rows.ts'
import { useScrollRestoration } from '#web/ui/list/use-scroll-restoration.ts'
import { WarningDialog } from '#web/ui/dialog/warning-dialog.tsx'
import { ReviewRow } from '#web/features/reviews/review-row.tsx'
import { ReviewSummary } from '#web/features/reviews/review-summary.tsx'
import { useRemoveReview } from './use-remove-review.ts'

const LIST_CLASS =
  'card h-[clamp(650px-var(--filter-row,0px),100dvh-9.375rem-var(--filter-row,0px),800px)] overflow-y-auto overscroll-contain px-5 sm:px-6'

type Review = CallOutput<'getReviews'>[number]

/** The reviews of a course, or with 0 the latest of all courses. */
export function Reviews({ courseId }: { courseId: number }) {
  const list = useInfiniteQuery({
    ...pages('getReviews', courseId === 0 ? {} : { course_id: courseId }),
    staleTime: 30_000,
  })
  // Also when it was deleted while its reviews were shown.
  if (list.error?.code === 'course_not_found') throw list.error
  if (list.data) return <ReviewList courseId={courseId} list={list} />
  if (!list.isError) return <ReviewsSkeleton />
  return <LoadError text="We couldn’t load the reviews." onRetry={() => void list.refetch()} className="card py-16" />
}

function ReviewList({ courseId, list }: { courseId: number; list: InfiniteList<Review> }) {
  const { rows, lastRowRef } = useInfiniteRows(list, ({ review_id }) => review_id)
  const scroll = useScrollRestoration(true)
  const { mutate: remove } = useRemoveReview()
  const { itemToDelete, askToDelete, confirm, cancel } = useDeleteConfirmation<Review>(scroll.ref, remove)
  // React keeps the element of the region, and with it the focus of an admin who has removed the last review.
  if (rows.length === 0)
    return (
      <div className="card" tabIndex={-1} role="region" aria-label="Reviews">
        <NoReviewsFound courseId={courseId} />
      </div>
    )
  return (
    <>
      <div {...scroll} tabIndex={0} role="region" aria-label="Reviews" className={LIST_CLASS}>
        {courseId > 0 && <CourseSummary courseId={courseId} />}
        <ul className="divide-y divide-border">
          {rows.map((review, index) => (
            <li
              key={review.review_id}
              ref={index === rows.length - 1 ? lastRowRef : undefined}
              className="flex items-start justify-between gap-4 py-5 [contain-intrinsic-size:auto_90px] [content-visibility:auto]"
            >
              <div className="min-w-0 max-w-prose">
                {review.course_title !== undefined && (
                  <p className="mb-2 text-sm wrap-anywhere">
                    <TextLink to={`${paths.adminReviews}?course=${review.course_id}`}>{review.course_title}</TextLink>
                  </p>
                )}
                <ReviewRow review={review} />
              </div>
              <DeleteIconButton label={`Remove ${review.first_name}’s review`} onClick={() => askToDelete(review)} />
            </li>
          ))}
        </ul>
        <div className="pb-6">
          <ListFooter endText="No more reviews" list={list} />
        </div>
      </div>
      {itemToDelete && (
        <WarningDialog
          text={`${itemToDelete.first_name}’s review will no longer count toward the course’s rating. This data will be permanently deleted and cannot be undone.`}
          onConfirm={confirm}
          onCancel={cancel}
        />
      )}
    </>
  )
}

function CourseSummary({ courseId }: { courseId: number }) {
  const counts = useQuery(query('getReviewSummary', { course_id: courseId })).data?.msg.counts
  if (!counts?.some((count) => count > 0)) return null
  return (
    <div className="mb-2 max-w-3xl">
      <ReviewSummary counts={counts} />
    </div>
  )
}

function NoReviewsFound({ courseId }: { courseId: number }) {
  return (
    <EmptyState title="No Reviews Found">
      {courseId === 0 ? (
        <>
          <p>Students rate the courses they joined. Their reviews appear here.</p>
          <ButtonLink to={paths.adminCourses} variant="secondary">
            Course Panel
          </ButtonLink>
        </>
      ) : (
        <>
          <p>No student has reviewed this course yet.</p>
          <ButtonLink to={paths.adminReviews} variant="secondary">
            Show reviews of all courses
          </ButtonLink>
        </>
      )}
    </EmptyState>
  )
}

function ReviewsSkeleton() {
  return (
    <div aria-hidden="true" className={LIST_CLASS}>
      {Array.from({ length: 7 }, (_, index) => (
        <div key={index} className="flex gap-4 border-b border-border py-5">
          <div className="skeleton size-10 shrink-0 rounded-full" />
          <div className="flex-1 space-y-2">
            <div className="skeleton h-4 w-40" />
            <div className="skeleton h-4 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
