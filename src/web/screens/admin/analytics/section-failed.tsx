import { Button } from '#web/ui/button.tsx'

/** In place of a part that did not come; the others are there. */
export function SectionFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="flex flex-col items-center gap-3 py-12 text-sm text-muted">
      <p role="alert">This did not come through.</p>
      <Button look="secondary" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
