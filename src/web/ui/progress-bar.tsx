export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 overflow-hidden rounded-full bg-raised ring-1 ring-border ring-inset"
    >
      <div
        className="h-full origin-left rounded-full bg-chart transition-transform duration-240 ease-out"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  )
}
