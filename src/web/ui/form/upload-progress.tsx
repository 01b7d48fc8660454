import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** Shows each percent and announces each quarter. */
export function UploadProgress({ percent, label }: { percent: number; label: string }) {
  const quarter = Math.floor(percent / 25) * 25
  return (
    <div>
      <ProgressBar percent={percent} label={label} />
      <p aria-hidden="true" className="mt-2 flex justify-between gap-4 text-xs text-muted tabular-nums">
        <span className="min-w-0 truncate">{percent < 100 ? label : 'Processing'}</span>
        <span className="shrink-0">{percent}%</span>
      </p>
      <p role="status" className="sr-only">
        {label}: {quarter}%
      </p>
    </div>
  )
}
