import { Button } from '#web/ui/button.tsx'
import { NoticeBanner } from './notice-banner.tsx'

interface UnsavedBannerProps {
  /** When it was last written, in milliseconds. */
  savedAt: number
  onRestore: () => void
  onDiscard: () => void
}

const DATE_TIME_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Offers what was written and not saved when somebody was last here. */
export function UnsavedBanner({ savedAt, onRestore, onDiscard }: UnsavedBannerProps) {
  return (
    // In view also where a reload has found the place where one was.
    <div className="sticky top-18 z-10 mb-6 rounded-card bg-bg">
      <NoticeBanner
        title={`You have unsaved changes from ${DATE_TIME_FORMAT.format(savedAt)}`}
        text="They were kept in this browser. Pictures have to be chosen again."
      >
        <Button size="sm" onClick={onRestore}>
          Restore
        </Button>
        <Button variant="secondary" size="sm" onClick={onDiscard}>
          Discard
        </Button>
      </NoticeBanner>
    </div>
  )
}
