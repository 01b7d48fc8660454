import { useId, useState } from 'react'
import { STAR_PATH } from '#web/ui/star-rating.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'

const RATING_LABELS = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

interface StarRatingInputProps {
  label: string
  value: number
  error?: string | undefined
  /** Also called when the current value is chosen again. */
  onChange: (stars: number) => void
}

/** A group of five radio buttons that look like stars. */
export function StarRatingInput({ label, value, error, onChange }: StarRatingInputProps) {
  const name = useId()
  const errorId = useId()
  const [hoveredStars, setHoveredStars] = useState<number>()
  const displayedStars = hoveredStars ?? value
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="text-sm font-medium">{label}</legend>
      <div className="-ml-2 flex items-center" onPointerLeave={() => setHoveredStars(undefined)}>
        {RATING_LABELS.map((ratingLabel, index) => {
          const stars = index + 1
          return (
            <label
              key={stars}
              onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHoveredStars(stars)}
              className="relative grid size-11 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-text"
            >
              <input
                type="radio"
                name={name}
                checked={stars === value}
                onChange={() => onChange(stars)}
                onClick={() => stars === value && onChange(stars)}
                aria-label={`${formatCount(stars, 'star')}: ${ratingLabel}`}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control outline-none"
              />
              <StarShape isFilled={stars <= displayedStars} />
            </label>
          )
        })}
        <span aria-hidden="true" className="ml-1.5 text-xs whitespace-nowrap text-muted sm:text-sm">
          {RATING_LABELS[displayedStars - 1]}
        </span>
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function StarShape({ isFilled }: { isFilled: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={28}
      height={28}
      strokeWidth={1.5}
      className={`pointer-events-none relative transition duration-150 ease-out ${isFilled ? 'fill-accent-text stroke-accent-text' : 'fill-transparent stroke-border-strong'}`}
    >
      <path d={STAR_PATH} strokeLinejoin="round" />
    </svg>
  )
}
