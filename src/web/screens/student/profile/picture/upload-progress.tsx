import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** Every per cent is seen; only each quarter is spoken. */
export function UploadProgress({ percent }: { percent: number }) {
  const quarter = Math.floor(percent / 25) * 25
  return (
    <div className="mb-5 sm:max-w-90">
      <ProgressBar percent={percent} label="Sending the picture" />
      <p aria-hidden="true" className="mt-2 flex justify-between text-xs text-muted tabular-nums">
        <span>{percent < 100 ? 'Sending the picture' : 'Almost there'}</span>
        <span>{percent} %</span>
      </p>
      <p role="status" className="sr-only">
        Sending the picture: {quarter} per cent
      </p>
    </div>
  )
}
