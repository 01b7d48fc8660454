import { useState } from 'react'
import { uploadPath } from '#contract/paths.ts'

/** A user's picture, or a default one when it is missing or fails to load. */
export function Avatar({
  imageUrl,
  size,
  alt = '',
  className = '',
}: {
  imageUrl: string
  size: number
  alt?: string
  className?: string
}) {
  const [failedUrl, setFailedUrl] = useState('')
  const shape = `shrink-0 ${size > 100 ? 'rounded-panel' : 'rounded-full'} ${className}`
  if (imageUrl && imageUrl !== failedUrl) {
    return (
      <img
        src={uploadPath(imageUrl)}
        alt={alt}
        width={size}
        height={size}
        loading="lazy"
        onError={() => setFailedUrl(imageUrl)}
        // No error event is fired for a picture that failed before hydration.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setFailedUrl(imageUrl)
        }}
        className={`object-cover ${shape}`}
      />
    )
  }
  return (
    <svg
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      width={size}
      height={size}
      viewBox="0 0 100 100"
      className={`overflow-hidden bg-raised ${shape}`}
    >
      <circle cx="50" cy="39" r="17" className="fill-border-strong/70" />
      <path d="M16 100c0-22 15-35 34-35s34 13 34 35z" className="fill-border-strong/70" />
    </svg>
  )
}
