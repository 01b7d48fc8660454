import { Button } from '#web/ui/button.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { NoticeBanner } from './notice-banner.tsx'

interface UnsavedBannerProps {
  /** In milliseconds since the epoch. */
  savedAt: number
  onRestore: () => void
  onDiscard: () => void
}

const DATE_TIME_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Offers the unsaved changes of an earlier visit. */
export function UnsavedBanner({ savedAt, onRestore, onDiscard }: UnsavedBannerProps) {
  const banner = useFocusOnUnmount<HTMLDivElement>()
  return (
    // Sticky, because a reload may restore the scroll position below it.
    <div ref={banner} className="sticky top-18 z-10 mb-6 rounded-card bg-bg">
      <NoticeBanner
        title={`You have unsaved changes from ${DATE_TIME_FORMAT.format(savedAt)}`}
        text="They are stored in this browser. Selected pictures are not included."
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
