import { useId, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { Review } from '#contract/schemas/reviews.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { StarRatingInput } from '#web/ui/form/star-rating-input.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useAddReview } from './use-reviews.ts'

interface ReviewFormProps {
  courseId: number
  /** Null when the student has not reviewed the course yet. */
  ownReview: Review | null
  onDone: () => void
  onCancel: () => void
}

const MIN_STARS = 1

const focusOnMount = (area: HTMLTextAreaElement | null) => area?.focus()

export function ReviewForm({ courseId, ownReview, onDone, onCancel }: ReviewFormProps) {
  const title = useId()
  const { form, stars, setStars, text, setText, validationError, submit, mutation } = useReviewForm(
    courseId,
    ownReview,
    onDone,
  )
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
        ref={ownReview ? focusOnMount : null}
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

function useReviewForm(courseId: number, ownReview: Review | null, onDone: () => void) {
  const [stars, setStars] = useState(ownReview?.stars ?? MIN_STARS)
  // One star is preset: sent untouched, it would turn praise into the worst rating.
  const [isRated, setRated] = useState(ownReview !== null)
  const [text, setText] = useState(ownReview?.review_text ?? '')
  const [validationError, setValidationError] = useState<{ stars?: string; text?: string }>({})
  const form = useRef<HTMLFormElement>(null)
  const mutation = useAddReview(courseId, () => {
    setStars(MIN_STARS)
    setRated(false)
    setText('')
    onDone()
  })

  function submit(event: React.SyntheticEvent) {
    event.preventDefault()
    const review_text = text.trim()
    if (review_text === '') return setValidationError({ text: 'Enter a review' })
    if (!isRated) {
      form.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
      return setValidationError({ stars: 'Choose a rating' })
    }
    mutation.mutate({ review_text, stars })
  }
  return {
    form,
    stars,
    text,
    validationError,
    submit,
    mutation,
    setStars: (value: number) => {
      setStars(value)
      setRated(true)
      setValidationError({})
    },
    setText: (value: string) => {
      setText(value)
      setValidationError({})
    },
  }
}
