interface CaptionLinesProps {
  lines: string[]
  isAboveControls: boolean
}

export function CaptionLines({ lines, isAboveControls }: CaptionLinesProps) {
  if (lines.length === 0) return null
  // On phones the controls cover the lower half.
  const position = isAboveControls ? 'max-sm:top-2 sm:bottom-6 sm:-translate-y-16' : 'bottom-4 sm:bottom-6'
  return (
    <div
      data-captions
      className={`pointer-events-none absolute inset-x-4 flex flex-col items-center gap-1 transition-transform duration-200 ease-out ${position}`}
    >
      {lines.map((line, index) => (
        <p
          key={index}
          className="max-w-prose rounded-control bg-black/80 px-2.5 py-1 text-center text-sm font-medium text-balance whitespace-pre-line text-white sm:text-lg"
        >
          {line}
        </p>
      ))}
    </div>
  )
}
