import { useId, useState } from 'react'
import { STAR } from '#web/ui/stars.tsx'

const WORDS = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

/** One to five stars: a group of radio buttons that looks like stars. */
export function StarChoice({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (stars: number) => void
}) {
  const name = useId()
  const [pointedAt, setPointedAt] = useState<number>()
  const shown = pointedAt ?? value
  return (
    <fieldset>
      <legend className="text-sm font-medium">{label}</legend>
      <div className="-ml-2 flex items-center" onPointerLeave={() => setPointedAt(undefined)}>
        {WORDS.map((word, index) => {
          const stars = index + 1
          return (
            <label
              key={stars}
              onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointedAt(stars)}
              className="relative grid size-11 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-text"
            >
              <input
                type="radio"
                name={name}
                checked={stars === value}
                onChange={() => onChange(stars)}
                aria-label={`${stars} ${stars === 1 ? 'star' : 'stars'}: ${word}`}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control outline-none"
              />
              <svg
                aria-hidden="true"
                viewBox="0 0 24 24"
                width={28}
                height={28}
                strokeWidth={1.5}
                className={`pointer-events-none relative transition duration-150 ease-out ${stars <= shown ? 'fill-accent-text stroke-accent-text' : 'fill-transparent stroke-border-strong'}`}
              >
                <path d={STAR} strokeLinejoin="round" />
              </svg>
            </label>
          )
        })}
        <span aria-hidden="true" className="ml-1.5 text-xs whitespace-nowrap text-muted sm:text-sm">
          {WORDS[shown - 1]}
        </span>
      </div>
    </fieldset>
  )
}
