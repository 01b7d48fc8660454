export const STAR_PATH = 'M12 2.6l2.9 5.9 6.5.95-4.7 4.6 1.1 6.5L12 17.5l-5.8 3.05 1.1-6.5-4.7-4.6 6.5-.95z'

/** Five stars, filled up to the average. */
export function StarRating({ value, size = 16 }: { value: number; size?: number }) {
  return (
    <span role="img" aria-label={`${value} out of 5 stars`} className="inline-flex gap-0.5 align-middle">
      {[1, 2, 3, 4, 5].map((position) => (
        <Star key={position} size={size} fraction={Math.max(0, Math.min(1, value - position + 1))} />
      ))}
    </span>
  )
}

function Star({ size, fraction }: { size: number; fraction: number }) {
  return (
    <span className="relative inline-block" style={{ width: size, height: size }}>
      <svg aria-hidden="true" viewBox="0 0 24 24" width={size} height={size} className="fill-border-strong/40">
        <path d={STAR_PATH} />
      </svg>
      <span className="absolute inset-y-0 left-0 overflow-hidden" style={{ width: `${fraction * 100}%` }}>
        <svg aria-hidden="true" viewBox="0 0 24 24" width={size} height={size} className="max-w-none fill-accent-text">
          <path d={STAR_PATH} />
        </svg>
      </span>
    </span>
  )
}

/** One star and the average, where space is short. */
export function Rating({ value, count }: { value: number; count: number }) {
  if (count === 0) return <span className="text-sm text-muted">No reviews yet</span>
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <svg aria-hidden="true" viewBox="0 0 24 24" width={15} height={15} className="fill-accent-text">
        <path d={STAR_PATH} />
      </svg>
      <span className="font-semibold text-accent-text tabular-nums">
        {value.toFixed(1)}
        <span className="sr-only"> out of 5 stars</span>
      </span>
      <span className="ml-1.5 text-muted">
        {count} {count === 1 ? 'review' : 'reviews'}
      </span>
    </span>
  )
}
