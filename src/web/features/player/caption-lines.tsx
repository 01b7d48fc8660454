interface CaptionLinesProps {
  lines: string[]
  /** The controls are up; else they come up under the pointer or the focus. */
  isAboveControls: boolean
}

/** What is being said, over the picture and out of the controls' way. */
export function CaptionLines({ lines, isAboveControls }: CaptionLinesProps) {
  if (lines.length === 0) return null
  // On a phone the great play button leaves room at the top only.
  const place = isAboveControls
    ? 'bottom-20 max-sm:top-2 max-sm:bottom-auto'
    : 'bottom-4 sm:bottom-6 group-focus-within/player:bottom-20 group-hover/player:bottom-20'
  return (
    <div
      data-captions
      className={`pointer-events-none absolute inset-x-4 flex flex-col items-center gap-1 transition-[bottom] duration-200 ${place}`}
    >
      {lines.map((line, place) => (
        <p
          key={place}
          className="max-w-prose rounded-control bg-black/80 px-2.5 py-1 text-center text-sm font-medium text-balance whitespace-pre-line text-white sm:text-lg"
        >
          {line}
        </p>
      ))}
    </div>
  )
}
