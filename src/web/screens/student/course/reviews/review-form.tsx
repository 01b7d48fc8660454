import { useId, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { Review } from '#contract/schemas/reviews.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { StarRatingInput } from '#web/ui/form/star-rating-input.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useAddReview } from './use-reviews.ts'
import type { ReviewDraft } from './use-review-draft.ts'

interface ReviewFormProps {
  courseId: number
  /** Null when the student has not reviewed the course yet. */
  ownReview: Review | null
  /** Null while nothing has been changed. */
  draft: ReviewDraft | null
  onDraftChange: (draft: ReviewDraft | null) => void
  shouldFocus: boolean
  /** Keeps the form open after the review is sent: it was changed meanwhile. */
  onKeepOpen: (isKeptOpen: boolean) => void
  onDone: (wasChangedMeanwhile: boolean) => void
  onCancel: () => void
}

const MIN_STARS = 1

const focusOnMount = (area: HTMLTextAreaElement | null) => area?.focus()

export function ReviewForm(props: ReviewFormProps) {
  const { ownReview, shouldFocus, onCancel } = props
  const title = useId()
  const { form, stars, setStars, text, setText, validationError, submit, mutation } = useReviewForm(props)
  const { isPending, error, reset } = mutation
  return (
    <form
      ref={form}
      noValidate
      aria-labelledby={title}
      onSubmit={submit}
      className="card space-y-4 rounded-panel p-5 sm:p-6"
    >
      <h3 id={title} className="text-xl">
        {ownReview ? 'Edit your review' : 'Review this course'}
      </h3>
      {error && <Banner variant="error" text={error.message} onDismiss={reset} />}
      <StarRatingInput label="Your rating" value={stars} error={validationError.stars} onChange={setStars} />
      <TextAreaField
        // After “Edit”, the focus moves to the text.
        ref={shouldFocus ? focusOnMount : null}
        label="Your review"
        placeholder="What did you like? Who is this course for?"
        value={text}
        onChange={setText}
        error={validationError.text}
        maxLength={LIMITS.review}
      />
      <div className="flex flex-wrap items-center gap-3">
        <div className="w-full sm:w-44">
          <SubmitButton isPending={isPending} label={ownReview ? 'Save review' : 'Add review'} />
        </div>
        {ownReview && (
          <Button variant="quiet" size="lg" onClick={onCancel} className="max-sm:w-full">
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

function useReviewForm({ courseId, ownReview, draft, onDraftChange, onKeepOpen, onDone }: ReviewFormProps) {
  const [validationError, setValidationError] = useState<{ stars?: string; text?: string }>({})
  const form = useRef<HTMLFormElement>(null)
  const wasChangedMeanwhile = useRef(false)
  const mutation = useAddReview(courseId, {
    onSaved: () => {
      if (!wasChangedMeanwhile.current) onDraftChange(null)
    },
    onDone: () => onDone(wasChangedMeanwhile.current),
  })
  // From the answer to the end of the refetch the form shows what was sent.
  const saved = (mutation.isPending && mutation.variables) || ownReview
  // One star is preset: sent untouched, it would turn praise into the worst rating.
  const { text, stars } = draft ?? { text: saved?.review_text ?? '', stars: saved?.stars ?? null }
  const changeDraft = (change: Partial<ReviewDraft>) => {
    onDraftChange({ text, stars, ...change })
    setValidationError({})
    if (!mutation.isPending) return
    wasChangedMeanwhile.current = true
    onKeepOpen(true)
  }

  function submit(event: React.SyntheticEvent) {
    event.preventDefault()
    const review_text = text.trim()
    if (review_text === '') return setValidationError({ text: 'Enter a review' })
    if (stars === null) {
      form.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
      return setValidationError({ stars: 'Choose a rating' })
    }
    wasChangedMeanwhile.current = false
    onKeepOpen(false)
    mutation.mutate({ review_text, stars })
  }
  return {
    form,
    text,
    stars: stars ?? MIN_STARS,
    validationError,
    submit,
    mutation,
    setStars: (value: number) => changeDraft({ stars: value }),
    setText: (value: string) => changeDraft({ text: value }),
  }
}
