import { useRef, useState } from 'react'
import type { Review } from '#contract/schemas/reviews.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { RemoveButton } from '#web/ui/dialog/remove-button.tsx'
import { ReviewForm } from './review-form.tsx'
import { ReviewRow } from '#web/features/reviews/review-row.tsx'
import { useDeleteReview } from './use-reviews.ts'
import { useReviewDraft } from './use-review-draft.ts'

interface OwnReviewProps {
  courseId: number
  ownReview: Review | null
  /** Otherwise it can be removed only. */
  canReview: boolean
}

export function OwnReview({ courseId, ownReview, canReview }: OwnReviewProps) {
  const [draft, setDraft] = useReviewDraft(courseId)
  const [isEditing, setEditing] = useState<boolean>()
  const [wasReviewed] = useState(ownReview !== null)
  const [isKeptOpen, setKeptOpen] = useState(false)
  // Unsaved changes of an earlier visit come back with the form open.
  const isFormOpen = isKeptOpen || (isEditing ?? (wasReviewed && draft !== null))
  const [statusText, setStatusText] = useState('')
  const container = useRef<HTMLDivElement>(null)
  const { mutate: remove, isPending, error, reset } = useDeleteReview()

  /** The container takes the focus when the focused control was removed. */
  function announce(message: string) {
    setStatusText(message)
    if (document.activeElement === document.body) container.current?.focus({ preventScroll: true })
  }

  function finishEditing(message: string) {
    container.current?.focus({ preventScroll: true })
    setEditing(false)
    setKeptOpen(false)
    setDraft(null)
    setStatusText(message)
  }

  function finishSending(wasChangedMeanwhile: boolean) {
    // An added review shows before the last refetch has ended: it may be in editing again by then.
    if (!ownReview) announce('Review added')
    else if (wasChangedMeanwhile) setStatusText('Review saved')
    else finishEditing('Review saved')
  }

  return (
    <div ref={container} tabIndex={-1} className="mt-5 outline-none">
      <p role="status" className="sr-only">
        {statusText}
      </p>
      {ownReview && !(canReview && isFormOpen) && (
        <ReviewCard
          review={ownReview}
          isRemoving={isPending}
          error={error}
          onDismissError={reset}
          onEdit={canReview ? () => setEditing(true) : undefined}
          onRemove={() => remove(ownReview, { onSuccess: () => finishEditing('Review removed') })}
        />
      )}
      {canReview && (!ownReview || isFormOpen) && (
        <ReviewForm
          courseId={courseId}
          ownReview={ownReview}
          draft={draft}
          onDraftChange={setDraft}
          shouldFocus={isEditing === true}
          onKeepOpen={setKeptOpen}
          onDone={finishSending}
          onCancel={() => finishEditing('No changes made')}
        />
      )}
    </div>
  )
}

interface ReviewCardProps {
  review: Review
  isRemoving: boolean
  error: Error | null
  onDismissError: () => void
  onEdit: (() => void) | undefined
  onRemove: () => void
}

function ReviewCard({ review, isRemoving, error, onDismissError, onEdit, onRemove }: ReviewCardProps) {
  return (
    <section aria-label="Your review" className="card rounded-panel border-accent-text/40 p-5 sm:p-6">
      <h3 className="mb-4 text-xl">Your review</h3>
      {error && (
        <div className="mb-4">
          <Banner variant="error" text={error.message} onDismiss={onDismissError} />
        </div>
      )}
      <ReviewRow review={review} />
      <div className="mt-4 -ml-3.5 flex flex-wrap gap-1 sm:ml-10.5">
        {onEdit && (
          <Button variant="quiet" size="sm" aria-label="Edit your review" onClick={onEdit}>
            Edit
          </Button>
        )}
        <RemoveButton itemName="your review" isPending={isRemoving} onRemove={onRemove} />
      </div>
    </section>
  )
}
